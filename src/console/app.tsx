import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { ErrorBoundary } from './components/errorBoundary';
import { ErrorNotice, Loading } from './components/feedback';
import { ToastProvider } from './components/overlays';
import { Shell } from './components/shell';
import { FormatProvider } from './components/time';
import { SignInPage } from './pages/signIn/signInPage';
import { Api, ApiProvider, createQueryClient } from './state/api';
import { pathOf } from './state/location';
import { PreferencesProvider } from './state/preferences';
import { SessionProvider, useSessionState } from './state/session';
import { ShortcutProvider } from './state/shortcuts';

// Each page is a file of its own, loaded when it is opened.
const IssuesPage = lazy(() => import('./pages/issues/issuesPage'));
const IssuePage = lazy(() => import('./pages/issue/issuePage'));
const SourceMapsPage = lazy(() => import('./pages/sourceMaps/sourceMapsPage'));
const UploadsPage = lazy(() => import('./pages/sourceMaps/uploadsPage'));
const ProjectsPage = lazy(() => import('./pages/projects/projectsPage'));
const NewProjectPage = lazy(() => import('./pages/projects/newProjectPage'));
const ProjectPage = lazy(() => import('./pages/projects/projectPage'));
const ProjectSettingsPage = lazy(() => import('./pages/projects/projectSettingsPage'));
const ReleasesPage = lazy(() => import('./pages/releases/releasesPage'));
const ReleasePage = lazy(() => import('./pages/releases/releasePage'));
const OrganizationPage = lazy(() => import('./pages/organization/organizationPage'));
const AccountPage = lazy(() => import('./pages/account/accountPage'));
const NotFoundPage = lazy(() => import('./pages/notFoundPage'));

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
          <Suspense fallback={<Loading lines={6} />}>
            <Routes>
              <Route index element={<Navigate to={pathOf(organization, 'issues')} replace />} />
              <Route path="issues" element={<IssuesPage />} />
              <Route path="issues/:issue/:tab?" element={<IssuePage />} />
              <Route path="issues/:issue/events/:event" element={<IssuePage />} />
              <Route path="issues/:issue/events/:event/source-maps" element={<SourceMapsPage />} />
              <Route path="projects" element={<ProjectsPage />} />
              <Route path="projects/new" element={<NewProjectPage />} />
              <Route path="projects/:project" element={<ProjectPage />} />
              <Route path="projects/:project/source-maps/:bundle?" element={<UploadsPage />} />
              <Route path="projects/:project/settings/:section?" element={<ProjectSettingsPage />} />
              <Route path="releases" element={<ReleasesPage />} />
              <Route path="releases/:version/:tab?" element={<ReleasePage />} />
              <Route path="settings/:section?" element={<OrganizationPage />} />
              <Route path="account" element={<AccountPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </SessionProvider>
  );
}
