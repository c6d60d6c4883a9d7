/*
 * The places of the pages. The HTML page has this as a script of its own, which begins to load the file of the page
 * that the address names, at the same time as the frame around it. So it imports nothing that would have to be waited
 * for.
 */
import type { ComponentType } from 'react';

/** The exports of a page's file. */
export interface PageFile {
  readonly default: ComponentType;
}

/** The parts of an issue are one page, which stays when another one is shown. */
const importIssuePage = (): Promise<PageFile> => import('./issue/issuePage');

/**
 * The pages of members by the patterns of their addresses within an organization. Each is a file of its own. The first
 * that fits is meant.
 */
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
  alerts: () => import('./alerts/alertsPage'),
  feedback: () => import('./feedback/feedbackPage'),
  monitors: () => import('./monitors/monitorsPage'),
  'monitors/:monitor': () => import('./monitors/monitorPage'),
  releases: () => import('./releases/releasesPage'),
  'releases/:version/:tab?': () => import('./releases/releasePage'),
  'settings/:section?': () => import('./organization/organizationPage'),
  account: () => import('./account/accountPage'),
  '*': () => import('./notFoundPage'),
};

/** The page that an address names, and the values of its parts. */
interface PageRoute {
  readonly importFile: () => Promise<PageFile>;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the parts of an address, decoded. */
export function partsOf(pathname: string): readonly string[] {
  return pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

/**
 * Finds the page of an address. Returns undefined for the address of an organization alone, and outside of
 * organizations.
 */
export function routeTo(pathname: string): PageRoute | undefined {
  const [organizations, , ...parts] = partsOf(pathname);
  if (organizations !== 'organizations' || parts.length === 0) return undefined;
  for (const [pattern, importFile] of Object.entries(PAGES)) {
    const params = paramsOf(pattern.split('/'), parts);
    if (params !== null) return { importFile, params };
  }
  return undefined;
}

/**
 * The values of a pattern in the parts of an address; null unless they fit: `:name` stands for any part, `:name?` also
 * for none.
 */
function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern[0] === '*') return {};
  const needed = pattern.filter((part) => !part.endsWith('?')).length;
  if (parts.length < needed || parts.length > pattern.length) return null;
  const params: Record<string, string> = {};
  for (const [at, value] of parts.entries()) {
    const part = pattern[at];
    if (part?.startsWith(':') === true) params[part.replace(/[:?]/g, '')] = value;
    else if (part !== value) return null;
  }
  return params;
}

const opened = routeTo(location.pathname)?.importFile;

/** The page that the browser was opened with, whose file is being loaded. */
export const OPENED = opened && { importFile: opened, file: opened() };

// The page shows the error when it is opened.
OPENED?.file.catch(() => undefined);
