import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { ErrorBoundary } from './components/errorBoundary';
import { ErrorNotice, Loading } from './components/feedback';
import { lazyPage } from './components/lazyPage';
import { ToastProvider } from './components/overlays';
import { Shell } from './components/shell';
import { FormatProvider } from './components/time';
import { OPENED, PAGES, partsOf, routeTo } from './pages';
import { SignInPage } from './pages/signIn/signInPage';
import { Api, ApiProvider, createQueryClient } from './state/api';
import { pathOf } from './state/location';
import { PreferencesProvider } from './state/preferences';
import { Navigate, RouteParamsProvider, Router, useLocation, useParams } from './state/router';
import { SessionProvider, useSessionState } from './state/session';
import { ShortcutProvider } from './state/shortcuts';

/**
 * Each page by the import of its file. The pages of one file are one component, which stays when another address of it
 * is shown.
 */
const ELEMENTS = new Map(
  Object.values(PAGES).map((importFile) => {
    const MemberPage = lazyPage(importFile, OPENED?.importFile === importFile ? OPENED.file : undefined);
    return [importFile, <MemberPage key="page" />];
  }),
);

/** A page of people who are no members: those who use the console need not load it. */
const ConfirmAddressPage = lazyPage(() => import('./pages/confirmAddress/confirmAddressPage'));

/** A page for the few who let a program act for them. */
const AuthorizePage = lazyPage(() => import('./pages/authorize/authorizePage'));

/** A page for those who must set a second factor up. */
const RequiredFactorPage = lazyPage(() => import('./pages/account/requiredFactorPage'));

/** The console: everything that people see of the service. */
export function App(): ReactNode {
  const api = useMemo(() => new Api(location.origin), []);
  const queries = useMemo(() => createQueryClient(), []);
  return (
    <PreferencesProvider>
      <FormatProvider>
        <ErrorBoundary>
          <ApiProvider api={api}>
            <QueryClientProvider client={queries}>
              <ToastProvider>
                <ShortcutProvider>
                  <Router>
                    <Content />
                  </Router>
                </ShortcutProvider>
              </ToastProvider>
            </QueryClientProvider>
          </ApiProvider>
        </ErrorBoundary>
      </FormatProvider>
    </PreferencesProvider>
  );
}

/** The page to sign in, to confirm an address or to allow a program access, or one of members. */
function Content(): ReactNode {
  const { pathname } = useLocation();
  const [first, organization] = partsOf(pathname);
  if (first === 'sign-in') return <SignInPage />;
  if (first === 'confirm-address') return <ConfirmAddressPage />;
  if (first === 'oauth') return <AuthorizePage />;
  return (
    <RouteParamsProvider params={first === 'organizations' ? { organization } : {}}>
      <SignedIn />
    </RouteParamsProvider>
  );
}

/** The pages of members. Without a session, the page to sign in, which leads back. */
function SignedIn(): ReactNode {
  const sessionState = useSessionState();
  const { organization } = useParams();
  const { pathname, search } = useLocation();
  if (sessionState.state === 'loading') return <Loading />;
  if (sessionState.state === 'failed') return <ErrorNotice error={sessionState.error} onRetry={sessionState.retry} />;
  if (sessionState.state === 'none') {
    const next = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/sign-in${next}`} replace />;
  }
  const { session } = sessionState;
  const route = routeTo(pathname);
  if (session.member.lacksSecondFactor)
    return (
      <SessionProvider session={session}>
        <RequiredFactorPage />
      </SessionProvider>
    );
  if (organization === undefined) return <Navigate to={pathOf(session.organization.slug, 'issues')} replace />;
  return (
    <SessionProvider session={session}>
      <Shell>
        {/* The parts of one subject, such as `issues/SHOP-1/events/`, are one page; another subject begins a new page. */}
        <ErrorBoundary key={pathname.split('/').slice(0, 5).join('/')} address={pathname}>
          {route === undefined ? (
            <Navigate to={pathOf(organization, 'issues')} replace />
          ) : (
            <RouteParamsProvider params={route.params}>{ELEMENTS.get(route.importFile)}</RouteParamsProvider>
          )}
        </ErrorBoundary>
      </Shell>
    </SessionProvider>
  );
}
