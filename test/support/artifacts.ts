import { encodedMappings, type SourceMapSegment, TraceMap } from '@jridgewell/trace-mapping';
import { compressContent, sha1Of } from '../../src/compression/eventBody';
import type { Artifact, ArtifactKind } from '../../src/domain/artifact';
import type { Project } from '../../src/domain/project';
import type { Database } from '../../src/store/stores';

/** A file to upload. By default its kind follows from its name. */
export interface GivenFile {
  readonly name: string;
  readonly text: string;
  readonly kind?: ArtifactKind;
  readonly debugId?: string;
  readonly headers?: Record<string, string>;
}

/** The common properties of an upload's files. */
export interface GivenPlace {
  readonly release?: string | null;
  readonly dist?: string | null;
  readonly bundleId?: string | null;
  /** Time of the upload. */
  readonly at?: number;
}

let clock = Date.UTC(2026, 0, 1);

/** Inserts files into the store as an upload does. */
export async function putArtifacts(
  database: Database,
  project: Pick<Project, 'id' | 'organizationId'>,
  files: readonly GivenFile[],
  { release = null, dist = null, bundleId = null, at = (clock += 1000) }: GivenPlace = {},
): Promise<Artifact[]> {
  const { id: projectId, organizationId } = project;
  const slices = await Promise.all(files.map(({ text }) => compressContent(Buffer.from(text))));
  return database.write(async ({ contents, artifacts }) => {
    for (const [index, { text }] of files.entries()) {
      const sha1 = sha1Of(Buffer.from(text));
      const compressed = slices[index] ?? [];
      const owner = { organizationId, at };
      await contents.putSlices(
        owner,
        compressed.map((bytes, number) => ({ sha1, number, bytes })),
      );
      await contents.complete(owner, [{ sha1, sliceCount: compressed.length }]);
    }
    const rows = files.map(({ name, text, kind, debugId, headers }) => ({
      name,
      kind: kind ?? (name.endsWith('.map') ? 'source_map' : 'minified_source'),
      debugId: debugId ?? null,
      headers: headers ?? {},
      sha1: sha1Of(Buffer.from(text)),
      size: Buffer.byteLength(text),
    }));
    return artifacts.insert({ projectId, organizationId, release, dist, bundleId, dateCreated: at }, rows);
  });
}

/** A mapping of the first generated line, from column to original position. All numbers count from 0. */
export type GivenMapping = readonly [column: number, source: string, line: number, at: number, name?: string];

/** Builds a source map of one generated line. */
export function mapText(
  mappings: readonly GivenMapping[],
  contents: Record<string, string> = {},
  more: Record<string, unknown> = {},
): string {
  const sources = [...new Set(mappings.map(([, source]) => source))];
  const names = [...new Set(mappings.flatMap(([, , , , name]) => name ?? []))];
  const segments = mappings.map(([column, source, line, at, name]): SourceMapSegment => {
    const place: [number, number, number, number] = [column, sources.indexOf(source), line, at];
    return name === undefined ? place : [...place, names.indexOf(name)];
  });
  const decoded = { version: 3 as const, names, sources, mappings: [segments] };
  const sourcesContent = sources.map((source) => contents[source] ?? null);
  return JSON.stringify({ ...decoded, mappings: encodedMappings(new TraceMap(decoded)), sourcesContent, ...more });
}
