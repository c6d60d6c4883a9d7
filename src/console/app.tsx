import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { ErrorBoundary } from './components/errorBoundary';
import { ErrorNotice, Loading } from './components/feedback';
import { lazyPage } from './components/lazyPage';
import { ToastProvider } from './components/overlays';
import { Shell } from './components/shell';
import { FormatProvider } from './components/time';
import { PAGES } from './pages';
import { SignInPage } from './pages/signIn/signInPage';
import { Api, ApiProvider, createQueryClient } from './state/api';
import { pathOf } from './state/location';
import { PreferencesProvider } from './state/preferences';
import { SessionProvider, useSessionState } from './state/session';
import { ShortcutProvider } from './state/shortcuts';

/** The component of each page. What has one file is one component, which stays when another address of it is shown. */
const COMPONENTS = new Map([...new Set(Object.values(PAGES))].map((importFile) => [importFile, lazyPage(importFile)]));

function routeTo([path, importFile]: [string, (typeof PAGES)[string]]): ReactNode {
  const Page = COMPONENTS.get(importFile);
  return <Route key={path} path={path} element={Page && <Page />} />;
}

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
                  <BrowserRouter>
                    <Routes>
                      <Route path="/sign-in" element={<SignInPage />} />
                      <Route path="/organizations/:organization/*" element={<SignedIn />} />
                      <Route path="*" element={<SignedIn />} />
                    </Routes>
                  </BrowserRouter>
                </ShortcutProvider>
              </ToastProvider>
            </QueryClientProvider>
          </ApiProvider>
        </ErrorBoundary>
      </FormatProvider>
    </PreferencesProvider>
  );
}

/** The pages of members. Without a session, the page to sign in, which leads back. */
function SignedIn(): ReactNode {
  const found = useSessionState();
  const { organization } = useParams();
  const { pathname, search } = useLocation();
  if (found.state === 'loading') return <Loading />;
  if (found.state === 'failed') return <ErrorNotice error={found.error} onRetry={() => location.reload()} />;
  if (found.state === 'none') {
    const next = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/sign-in${next}`} replace />;
  }
  const { session } = found;
  if (organization === undefined) return <Navigate to={pathOf(session.organization.slug, 'issues')} replace />;
  return (
    <SessionProvider session={session}>
      <Shell>
        {/* The parts of one thing, such as `issues/SHOP-1/events/`, are one page; another thing begins a new one. */}
        <ErrorBoundary key={pathname.split('/').slice(0, 5).join('/')} address={pathname}>
          <Routes>
            <Route index element={<Navigate to={pathOf(organization, 'issues')} replace />} />
            {Object.entries(PAGES).map(routeTo)}
          </Routes>
        </ErrorBoundary>
      </Shell>
    </SessionProvider>
  );
}
