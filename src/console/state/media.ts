import { useSyncExternalStore } from 'react';

/** Screens that have no room for columns beside each other. */
export const PHONE = '(width < 40rem)';

/** Returns true while the screen matches a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
