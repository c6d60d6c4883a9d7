import type { Artifact, MapFinding } from '../../domain/artifact';
import { NotFound } from '../../domain/errors';
import { presentReleaseFile } from '../../presenters/release';
import type { Read } from '../../store/stores';
import { operation } from '../operation';
import { findProjectRelease } from '../subjects';

/** Returns the record of a release's file; with `download`, its bytes. */
export const getReleaseFile = operation('getReleaseFile', {
  subject: findProjectRelease,

  async handle({ project, release, params, query, read }) {
    const { artifact, findings } = await read(async ({ artifacts }) => ({
      artifact: await artifacts.find(project.id, release.version, params.file_id),
      findings: await artifacts.findFindings(project.id, [params.file_id]),
    }));
    if (artifact === undefined) throw new NotFound('File not found');
    return replyWithFile(artifact, { findings: findings.get(artifact.id), download: query.download === true, read });
  },
});

/** Replies with the record of a file, or with its bytes. */
export function replyWithFile(
  artifact: Artifact,
  { findings, download, read }: { findings: readonly MapFinding[] | undefined; download: boolean; read: Read },
) {
  if (!download) return { status: 200 as const, body: presentReleaseFile(artifact, findings) };
  return { status: 200 as const, file: { size: artifact.size, pieces: readPieces(artifact, read) } };
}

/**
 * Reads a file slice by slice. Its bytes stay stored as long as anything refers to them, and for a while after that.
 */
async function* readPieces(artifact: Artifact, read: Read): AsyncGenerator<Uint8Array, void> {
  for (let number = 0; ; number += 1) {
    const slice = await read(({ artifacts }) => artifacts.readSlice(artifact, number));
    if (slice === null) return;
    yield slice;
  }
}
