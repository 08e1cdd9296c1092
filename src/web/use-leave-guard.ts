import { useEffect } from 'react';

/**
 * While `isOn`, has the browser ask before the tab is closed or reloaded: nothing is stored, and
 * what was answered would be lost.
 */
export function useLeaveGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}
