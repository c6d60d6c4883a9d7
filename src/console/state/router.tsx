/*
 * The addresses of the console and the browser's history. A router of a package is 12 KB of every first load, which is
 * 60 ms over a slow network; this is the part of one that the console uses.
 */
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

/** An entry of the browser's history. */
export interface Location {
  readonly pathname: string;
  /** Begins with `?` unless it is empty; so does the hash with `#`. */
  readonly search: string;
  readonly hash: string;
  /** The value that the former page passed to this one; null if it passed none. */
  readonly state: unknown;
  /** Names the entry: another visit of the same address has another one. */
  readonly key: string;
}

export interface NavigateOptions {
  /** True if the present entry is replaced, so that one cannot return to it. */
  readonly replace?: boolean;
  readonly state?: unknown;
  /** True if unsaved input is given up without a question. */
  readonly discards?: boolean;
}

/**
 * Returns true if it holds a change of the address back. Then it may call `go` later, which makes the change.
 */
export type NavigationGuard = (to: URL, go: () => void) => boolean;

/** Goes to an address, which may be relative to the present one, such as `?query=`. */
export type NavigateFunction = (to: string, options?: NavigateOptions) => void | Promise<void>;

/** Values of the parts of an address, by the names that its pattern gives them. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

/** The values that an entry of the history keeps. */
interface EntryState {
  readonly key: string;
  /** The number of entries of this document before it. */
  readonly index: number;
  readonly given: unknown;
}

const LocationContext = createContext<Location | null>(null);
const NavigateContext = createContext<NavigateFunction | null>(null);
const GuardContext = createContext<((guard: NavigationGuard | null) => void) | null>(null);
const ParamsContext = createContext<RouteParams>({});

function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  const entry = window.history.state as EntryState | null;
  return { pathname, search, hash, state: entry?.given ?? null, key: entry?.key ?? 'default' };
}

function readIndex(): number {
  return (window.history.state as EntryState | null)?.index ?? 0;
}

/** Numbers an entry that the console did not make. */
function writeIndex(index: number): void {
  const entry: EntryState = { key: 'default', index, given: null };
  window.history.replaceState(entry, '');
}

/** Gives its children the address of the browser, and functions that change it. */
export function Router({ children }: { readonly children: ReactNode }): ReactNode {
  const [location, setLocation] = useState(readLocation);
  const guard = useRef<NavigationGuard | null>(null);
  const setGuard = useCallback((given: NavigationGuard | null) => {
    guard.current = given;
  }, []);
  const index = useRef(readIndex());
  const update = useCallback(() => {
    index.current = readIndex();
    // The former page stays until the next page can be shown.
    startTransition(() => setLocation(readLocation()));
  }, []);
  useLayoutEffect(() => {
    if (window.history.state === null) writeIndex(0);
    let isAllowed = false;
    const follow = (): void => {
      // A link to a part of the page made the entry.
      if (window.history.state === null) writeIndex(index.current + 1);
      const steps = readIndex() - index.current;
      const go = (): void => {
        isAllowed = true;
        window.history.go(steps);
      };
      // The browser has changed the address already, which is undone.
      if (steps !== 0 && !isAllowed && guard.current?.(new URL(window.location.href), go) === true)
        window.history.go(-steps);
      else {
        isAllowed = false;
        update();
      }
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [update]);
  const navigate = useCallback(
    (to: string, { replace = false, state, discards = false }: NavigateOptions = {}) => {
      const url = new URL(to, window.location.href);
      // Leaves out a `?` before nothing.
      if (url.search === '') url.search = '';
      const go = (): void => {
        const key = crypto.getRandomValues(new Uint32Array(1)).join('');
        const entry: EntryState = { key, index: index.current + (replace ? 0 : 1), given: state ?? null };
        if (replace) window.history.replaceState(entry, '', url);
        else window.history.pushState(entry, '', url);
        update();
      };
      if (discards || guard.current?.(url, go) !== true) go();
    },
    [update],
  );
  return (
    <NavigateContext value={navigate}>
      <GuardContext value={setGuard}>
        <LocationContext value={location}>{children}</LocationContext>
      </GuardContext>
    </NavigateContext>
  );
}

export function useLocation(): Location {
  const location = useContext(LocationContext);
  if (location === null) throw new Error('useLocation is called outside of Router.');
  return location;
}

export function useNavigate(): NavigateFunction {
  const navigate = useContext(NavigateContext);
  if (navigate === null) throw new Error('useNavigate is called outside of Router.');
  return navigate;
}

/** Asks a function before the address changes; none while it is null. The last one that is given counts. */
export function useNavigationGuard(guard: NavigationGuard | null): void {
  const setGuard = useContext(GuardContext);
  useEffect(() => {
    setGuard?.(guard);
    return () => setGuard?.(null);
  }, [setGuard, guard]);
}

/** Goes to an address when it is shown. */
export function Navigate({ to, replace = false }: { readonly to: string; readonly replace?: boolean }): ReactNode {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace]);
  return null;
}

/** Returns the query string of the page, and functions that change it. */
export function useSearchParams(): [
  URLSearchParams,
  (change: (before: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void,
] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback(
    (change: (before: URLSearchParams) => URLSearchParams, options?: NavigateOptions) =>
      void navigate(`?${change(params).toString()}`, options),
    [navigate, params],
  );
  return [params, set];
}

/** Returns the values of the parts of the address. */
export function useParams(): RouteParams {
  return useContext(ParamsContext);
}

/** Gives its children the values of parts of the address, with those around it. */
export function RouteParamsProvider({
  params,
  children,
}: {
  readonly params: RouteParams;
  readonly children: ReactNode;
}): ReactNode {
  const outer = useParams();
  return <ParamsContext value={{ ...outer, ...params }}>{children}</ParamsContext>;
}

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  /** An address of the console; it may be relative to the present one. */
  readonly to: string;
}

/** True if the browser is to follow a link itself: in another tab, or as a download. */
function isLeftToBrowser({ button, metaKey, altKey, ctrlKey, shiftKey, currentTarget }: MouseEvent<HTMLAnchorElement>) {
  const { target } = currentTarget;
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey || (target !== '' && target !== '_self');
}

/** A link to a page of the console, which is shown without loading the console again. */
export function Link({ to, replace, state, onClick, ...props }: LinkProps): ReactNode {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const url = new URL(to, window.location.origin + pathname + search);
  const href = url.pathname + url.search + url.hash;
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || isLeftToBrowser(event)) return;
    event.preventDefault();
    // As in browsers, the address that is shown already gets no second entry.
    void navigate(href, { replace: replace ?? href === pathname + search + hash, state });
  };
  return <a {...props} href={href} onClick={follow} />;
}

/** A link that says whether its page, or unless `end` a page below it, is the present one. */
export function NavLink({ end = false, ...props }: LinkProps & { readonly end?: boolean }): ReactNode {
  const { pathname } = useLocation();
  const path = new URL(props.to, window.location.origin + pathname).pathname.replace(/\/$/, '');
  const isPresent = pathname.replace(/\/$/, '') === path || (!end && pathname.startsWith(`${path}/`));
  return <Link aria-current={isPresent ? 'page' : undefined} {...props} />;
}
