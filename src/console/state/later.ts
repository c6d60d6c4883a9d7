import type { QueryClient } from '@tanstack/react-query';

/** Milliseconds after which parts of a page are loaded even if the main content of the page is not there yet. */
const LONGEST_WAIT = 4_000;

const signal = new EventTarget();
const content = new Promise<void>((resolve) => {
  signal.addEventListener('content', () => resolve());
  setTimeout(resolve, LONGEST_WAIT);
  // Somebody uses the page: the next control may need one of the parts.
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => resolve(), { once: true, capture: true });
});

/**
 * Imports a part that the main content of a page does not need, such as a menu: on a slow network it would delay that
 * content.
 */
export async function importLater<File>(importFile: () => Promise<File>): Promise<File> {
  await content;
  return importFile();
}

/**
 * Lets the parts be loaded once a page that is shown has the replies to its first requests. Returns a function that
 * ends the waiting.
 */
export function beginLaterThan(queries: QueryClient): () => void {
  const check = (): boolean => {
    const isContent = queries.isFetching() === 0;
    if (isContent) signal.dispatchEvent(new Event('content'));
    return isContent;
  };
  if (check()) return () => undefined;
  const unsubscribe = queries.getQueryCache().subscribe(() => {
    if (check()) unsubscribe();
  });
  return unsubscribe;
}
