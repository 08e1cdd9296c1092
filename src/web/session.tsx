import { createContext, type Dispatch, type ReactNode, use, useMemo, useReducer } from 'react';
import {
  emptySession,
  type Session,
  type SessionEvent,
  sessionReducer,
} from '../domain/session.ts';

interface SessionStore {
  readonly session: Session;
  readonly dispatch: Dispatch<SessionEvent>;
}

const SessionContext = createContext<SessionStore | null>(null);

/** Keeps the visitor's session for everything below it, in memory only (specification, section 3). */
export function SessionProvider({
  children,
  initial = emptySession,
}: {
  children: ReactNode;
  initial?: Session;
}) {
  const [session, dispatch] = useReducer(sessionReducer, initial);
  const store = useMemo(() => ({ session, dispatch }), [session]);
  return <SessionContext value={store}>{children}</SessionContext>;
}

/** The session, and the way to tell it what happened. */
export function useSession(): SessionStore {
  const store = use(SessionContext);
  if (!store) throw new Error('useSession needs a SessionProvider above it');
  return store;
}
