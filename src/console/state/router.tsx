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
}

/** Goes to an address, which may be relative to the present one, such as `?query=`. */
export type NavigateFunction = (to: string, options?: NavigateOptions) => void | Promise<void>;

/** Values of the parts of an address, by the names that its pattern gives them. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

/** The values that an entry of the history keeps. */
interface EntryState {
  readonly key: string;
  readonly given: unknown;
}

const LocationContext = createContext<Location | null>(null);
const NavigateContext = createContext<NavigateFunction | null>(null);
const ParamsContext = createContext<RouteParams>({});

function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  const entry = window.history.state as EntryState | null;
  return { pathname, search, hash, state: entry?.given ?? null, key: entry?.key ?? 'default' };
}

/** Gives its children the address of the browser, and functions that change it. */
export function Router({ children }: { readonly children: ReactNode }): ReactNode {
  const [location, setLocation] = useState(readLocation);
  // The former page stays until the next page can be shown.
  const update = useCallback(() => startTransition(() => setLocation(readLocation())), []);
  useLayoutEffect(() => {
    window.addEventListener('popstate', update);
    return () => window.removeEventListener('popstate', update);
  }, [update]);
  const navigate = useCallback(
    (to: string, { replace = false, state }: NavigateOptions = {}) => {
      const entry: EntryState = { key: crypto.getRandomValues(new Uint32Array(1)).join(''), given: state ?? null };
      const url = new URL(to, window.location.href);
      // Leaves out a `?` before nothing.
      if (url.search === '') url.search = '';
      if (replace) window.history.replaceState(entry, '', url);
      else window.history.pushState(entry, '', url);
      update();
    },
    [update],
  );
  return (
    <NavigateContext value={navigate}>
      <LocationContext value={location}>{children}</LocationContext>
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
