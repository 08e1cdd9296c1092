/**
 * Fetches the quiz chunk, so that the import that follows finds it there, and has the browser check
 * that it is the one the page was built with: an import cannot say so itself. The built page names
 * file and digest; in development, and where the browser knows no modulepreload, the import fetches.
 * Rejects where the file does not come or is another.
 */
export async function preloadQuizChunk(document: Document): Promise<void> {
  const named = document.querySelector<HTMLMetaElement>('meta[name="quiz-chunk"]');
  if (!named?.dataset.integrity) return;
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) return;
  link.rel = 'modulepreload';
  link.crossOrigin = 'anonymous';
  link.integrity = named.dataset.integrity;
  link.href = named.content;
  try {
    await new Promise((resolve, reject) => {
      link.onload = resolve;
      link.onerror = () => reject(new Error(`${link.href} did not come`));
      document.head.append(link);
    });
  } finally {
    link.remove();
  }
}
