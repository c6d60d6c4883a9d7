import type { Project } from '../domain/project';
import type { Read } from '../store/stores';
import type { FindFetchAttempts, ResolveContext } from './resolve/resolveEvent';
import type { SourceMapCache } from './resolve/sourceMapCache';

/** The parts of the service that resolve frames. */
export interface SourceMapServices {
  readonly read: Read;
  readonly sourceMaps: SourceMapCache;
  /** True if the service fetches files that are not uploaded. */
  readonly fetchesJavaScript: boolean;
}

/** Returns the places where the source maps of a project's events are found. */
export function resolveContextFor(
  project: Project,
  { read, sourceMaps, fetchesJavaScript }: SourceMapServices,
): ResolveContext {
  const usesFetched = fetchesJavaScript && project.settings.scrapeJavaScript;
  return { read, mapCache: sourceMaps, findFetchAttempts: usesFetched ? findStoredAttempts(read) : undefined };
}

/**
 * Returns the same places for a diagnosis. If the project has switched fetching off, all attempts appear as failed for
 * that reason.
 */
export function diagnosisContextFor(project: Project, services: SourceMapServices): ResolveContext {
  const context = resolveContextFor(project, services);
  const isDisabled = services.fetchesJavaScript && !project.settings.scrapeJavaScript;
  return isDisabled ? { ...context, findFetchAttempts: findDisabledAttempts } : context;
}

/** Returns a function that reads fetch attempts from the database. */
export function findStoredAttempts(read: Read): FindFetchAttempts {
  return (projectId, urls, received) => read(({ fetchAttempts }) => fetchAttempts.find(projectId, urls, received));
}

const findDisabledAttempts: FindFetchAttempts = (_, urls, received) => {
  const details = 'Fetching JavaScript is switched off for the project.';
  const failed = (url: string) =>
    ({ url, at: received, map: null, failure: { url, reason: 'disabled', details } }) as const;
  return Promise.resolve(new Map(urls.map((url) => [url, [failed(url)]])));
};
