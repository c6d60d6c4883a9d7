import { createIngestPipeline, type IngestPipeline, type PipelineParts } from '../../src/ingest/pipeline';
import { SettingsCache } from '../../src/ingest/settingsCache';
import { SourceMapCache } from '../../src/sourcemaps/resolve/sourceMapCache';
import type { Database } from '../../src/store/stores';

/**
 * The ingest pipeline on a database, with caches of its own. It checks no schema, fetches JavaScript and sends no mail.
 */
export function createTestPipeline(
  { read, write }: Pick<Database, 'read' | 'write'>,
  options: Partial<PipelineParts> = {},
): IngestPipeline {
  return createIngestPipeline({
    read,
    write,
    checkSchema: () => undefined,
    sourceMaps: new SourceMapCache(),
    settingsCache: new SettingsCache(),
    fetchesJavaScript: true,
    sendsMail: false,
    ...options,
  });
}
