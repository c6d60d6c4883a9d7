import type { Project } from '../domain/project';
import type { Read } from '../store/stores';
import type { FindFetchAttempts, ResolveContext } from './resolve/resolveEvent';
import type { SourceMapCache } from './resolve/sourceMapCache';

/** What a request uses to find source maps. */
export interface SourceMapAccess {
  readonly read: Read;
  readonly sourceMaps: SourceMapCache;
  /** Whether this service fetches files for which nothing is uploaded. */
  readonly fetchesJavaScript: boolean;
}

/** Where the source maps of a project's events come from. */
export function mapSourcesOf(
  project: Project,
  { read, sourceMaps, fetchesJavaScript }: SourceMapAccess,
): ResolveContext {
  return {
    read,
    mapCache: sourceMaps,
    findFetchAttempts: fetchesJavaScript && project.settings.scrapeJavaScript ? findFetchedFiles(read) : undefined,
  };
}

/** The same for a diagnosis, which tells that the project does not want files to be fetched. */
export function diagnosisSourcesOf(project: Project, means: SourceMapAccess): ResolveContext {
  const isDisabled = means.fetchesJavaScript && !project.settings.scrapeJavaScript;
  return isDisabled
    ? { ...mapSourcesOf(project, means), findFetchAttempts: findDisabledFetches }
    : mapSourcesOf(project, means);
}

/** Asks the store. */
export function findFetchedFiles(read: Read): FindFetchAttempts {
  return (projectId, urls, received) =>
    read(({ fetchAttempts: scrapings }) => scrapings.find(projectId, urls, received));
}

const findDisabledFetches: FindFetchAttempts = (_, urls, received) => {
  const details = 'Fetching JavaScript is switched off for the project.';
  const none = urls.map(
    (url) => [url, [{ url, at: received, map: null, failure: { url, reason: 'disabled' as const, details } }]] as const,
  );
  return Promise.resolve(new Map(none));
};
