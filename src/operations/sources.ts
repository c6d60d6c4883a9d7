import type { Project } from '../domain/project';
import type { FindScrapings } from '../sourcemaps/scraped';
import type { Sources } from '../sourcemaps/resolve';
import type { Read } from '../store/stores';
import { shelf } from './shelf';

/** What a request knows of where source maps come from. */
export interface SourceMeans {
  readonly read: Read;
  /** Whether this service fetches files for which nothing is uploaded. */
  readonly scrapes: boolean;
}

/** Where the source maps of a project's events come from. */
export function sourcesOf(project: Project, { read, scrapes }: SourceMeans): Sources {
  return { read, shelf, scrapings: scrapes && project.settings.scrapeJavaScript ? findScrapings(read) : undefined };
}

/** The same for a diagnosis, which tells that the project does not want files to be fetched. */
export function diagnosedSourcesOf(project: Project, means: SourceMeans): Sources {
  const isDisabled = means.scrapes && !project.settings.scrapeJavaScript;
  return isDisabled ? { ...sourcesOf(project, means), scrapings: findNone } : sourcesOf(project, means);
}

/** Asks the store. */
export function findScrapings(read: Read): FindScrapings {
  return (projectId, urls, received) => read(({ scrapings }) => scrapings.find(projectId, urls, received));
}

const findNone: FindScrapings = (_, urls, received) => {
  const details = 'Fetching JavaScript is switched off for the project.';
  const none = urls.map(
    (url) => [url, [{ url, at: received, map: null, failure: { url, reason: 'disabled' as const, details } }]] as const,
  );
  return Promise.resolve(new Map(none));
};
