import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ApiError, type ListPage, useList, useShownError } from '../../state/api';
import { useLocation } from '../../state/router';
import { issueListArguments, type IssueListState, type ListedIssue, newerIssues, refreshed } from './issueListState';

/** Milliseconds after which the list is read again while the page is seen. */
const POLL_INTERVAL = 10_000;

/** A page of the list as it stands on the screen. */
interface HeldPage {
  /** The arguments it was read with. */
  readonly key: string;
  readonly page: ListPage<ListedIssue>;
  /** Number of issues that came to the list by themselves when it was last renewed. */
  readonly addedCount: number;
}

/** The list on the screen, and its changes since then. */
export interface ShownIssues {
  /** Undefined until there is one. */
  readonly page: ListPage<ListedIssue> | undefined;
  /** True if the list belongs to the present address, not to the one before it. */
  readonly isCurrent: boolean;
  readonly error: ApiError | null;
  /** Newer issues that are not on the screen. */
  readonly newerCount: number;
  readonly addedCount: number;
  readonly retry: () => void;
  /** Shows the newest reply, whatever the reader does. */
  readonly renew: () => void;
}

/**
 * Reads a page of the list every ten seconds. While the reader does something with it, it keeps its issues and their
 * order, and only their numbers change.
 * @param mayFollow true if the list may change under the reader
 */
export function useIssueList(organization: string, state: IssueListState, mayFollow: boolean): ShownIssues {
  const isFirst = state.cursor === '';
  const given = issueListArguments(organization, state, state.cursor);
  const firstGiven = issueListArguments(organization, state, '');
  const settings = { refetchInterval: POLL_INTERVAL };
  const list = useList('listOrganizationIssues', given, { ...settings, keepsPrevious: true });
  const first = useList('listOrganizationIssues', isFirst ? null : firstGiven, settings);
  const fresh = list.isPlaceholderData ? undefined : list.data;
  const currentPage = useHeldPage(JSON.stringify(given), fresh, mayFollow);
  const begun = useHeldPage(JSON.stringify(firstGiven), isFirst ? undefined : first.data, false);
  const { held, newer } = isFirst ? currentPage : { held: currentPage.held, newer: begun.newer };
  const isCurrent = held?.key === JSON.stringify(given);
  return {
    page:
      held === null
        ? undefined
        : {
            ...held.page,
            records: refreshed(held.page.records, (isCurrent ? fresh?.records : null) ?? []),
            hits: isCurrent && fresh !== undefined ? fresh.hits : held.page.hits,
          },
    isCurrent,
    error: useShownError({ data: fresh, error: list.error }),
    newerCount: state.sort === 'date' || state.sort === 'new' ? newer.length : 0,
    addedCount: isFirst ? (held?.addedCount ?? 0) : 0,
    retry: () => void list.refetch(),
    renew: currentPage.release,
  };
}

/** Keeps a page unchanged until another one is requested, or the list may change under the reader. */
function useHeldPage(key: string, fresh: ListPage<ListedIssue> | undefined, mayFollow: boolean) {
  const [held, setHeld] = useState<HeldPage | null>(null);
  const isCurrent = held?.key === key;
  const newer = isCurrent && fresh !== undefined ? newerIssues(held.page.records, fresh.records) : [];
  if (fresh !== undefined && (!isCurrent || (mayFollow && held.page !== fresh)))
    setHeld({ key, page: fresh, addedCount: newer.length });
  return { held, newer, release: () => setHeld(null) };
}

/** Pixels from the top up to which the page counts as not scrolled. */
const TOP = 80;

function subscribeToScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** True if the page is not scrolled. Reads the position after scrolling only: reading it lays the page out. */
export function useIsAtTop(): boolean {
  const [isAtTop, setIsAtTop] = useState(true);
  useEffect(() => subscribeToScroll(() => setIsAtTop(window.scrollY < TOP)), []);
  return isAtTop;
}

/** The position of a reader on a page. */
interface KeptPlace {
  readonly scroll: number;
  readonly active: string | null;
}

function readPlace(key: string): KeptPlace | null {
  try {
    const { scroll, active } = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptPlace;
    return { scroll, active };
  } catch {
    return null;
  }
}

function writePlace(key: string, place: KeptPlace): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(place));
  } catch {
    // Browsers can forbid storage, or have no room: pages then begin at their top.
    return;
  }
}

/**
 * Brings the reader back to where they were, when they return to an entry of the browser's history.
 * @param isReady true if the content of the present entry is shown
 * @param active the row that the reader was at
 * @param onReturn told that row when they return
 */
export function useKeptPlace(isReady: boolean, active: string | null, onReturn: (active: string | null) => void): void {
  const key = `culprit-place-${useLocation().key}`;
  const place = useRef<{ key: string; scroll: number; active: string | null }>({ key: '', scroll: 0, active: null });
  useEffect(() => {
    place.current.active = active;
  });
  useEffect(() => {
    if (!isReady || place.current.key === key) return undefined;
    // After the effects of the page, which begins at its top.
    const frame = requestAnimationFrame(() => {
      const isTurned = place.current.key !== '';
      const kept = readPlace(key);
      place.current.key = key;
      if (kept === null && !isTurned) return;
      window.scrollTo(0, kept?.scroll ?? 0);
      place.current.scroll = window.scrollY;
      onReturn(kept?.active ?? null);
    });
    return () => cancelAnimationFrame(frame);
  });
  useEffect(
    () =>
      subscribeToScroll(() => {
        if (place.current.key === key) place.current.scroll = window.scrollY;
      }),
    [key],
  );
  useLayoutEffect(() => {
    const { current } = place;
    const keep = (): void => {
      if (current.key === key) writePlace(key, { scroll: current.scroll, active: current.active });
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [key]);
}
