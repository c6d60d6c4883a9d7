import type { ReleaseFile } from '../../generated/api';
import type { Artifact } from '../domain/artifact';
import { presentTime } from './time';

/** A file of a release as the contract shows it. */
export function presentReleaseFile({ id, name, sha1, size, dist, headers, dateCreated }: Artifact): ReleaseFile {
  return { id, name, sha1, size, dist, headers: { ...headers }, dateCreated: presentTime(dateCreated) };
}
