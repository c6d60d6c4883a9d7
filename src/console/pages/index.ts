/*
 * Where the pages are. The HTML page has this as a script of its own, which begins to load the file of the page that the address names,
 * beside what shows it. So it imports nothing that would have to be waited for.
 */
import type { ComponentType } from 'react';

/** What the file of a page exports. */
export interface PageFile {
  readonly default: ComponentType;
}

/** The parts of an issue are one page, which stays when another one is shown. */
const importIssuePage = (): Promise<PageFile> => import('./issue/issuePage');

/** The pages of members by the patterns of their addresses within an organization. Each is a file of its own. The first that fits is meant. */
export const PAGES: Readonly<Record<string, () => Promise<PageFile>>> = {
  issues: () => import('./issues/issuesPage'),
  'issues/:issue/events/:event/source-maps': () => import('./sourceMaps/sourceMapsPage'),
  'issues/:issue/events/:event': importIssuePage,
  'issues/:issue/:tab?': importIssuePage,
  projects: () => import('./projects/projectsPage'),
  'projects/new': () => import('./projects/newProjectPage'),
  'projects/:project/source-maps/:bundle?': () => import('./sourceMaps/uploadsPage'),
  'projects/:project/settings/:section?': () => import('./projects/projectSettingsPage'),
  'projects/:project': () => import('./projects/projectPage'),
  releases: () => import('./releases/releasesPage'),
  'releases/:version/:tab?': () => import('./releases/releasePage'),
  'settings/:section?': () => import('./organization/organizationPage'),
  account: () => import('./account/accountPage'),
  '*': () => import('./notFoundPage'),
};

const [organizations, , ...parts] = location.pathname.split('/').filter((part) => part !== '');
if (organizations === 'organizations') {
  const [, importFile] = Object.entries(PAGES).find(([pattern]) => fits(pattern.split('/'), parts)) ?? [];
  // The page says what failed, when it is shown.
  importFile?.().catch(() => undefined);
}

/** Whether the parts of an address fit those of a pattern: `:name` stands for any part, `:name?` also for none. */
function fits(pattern: readonly string[], address: readonly string[]): boolean {
  if (pattern[0] === '*') return true;
  const needed = pattern.filter((part) => !part.endsWith('?')).length;
  if (address.length < needed || address.length > pattern.length) return false;
  return address.every((part, at) => pattern[at]?.startsWith(':') || pattern[at] === part);
}
