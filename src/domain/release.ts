/** A version of the software, known to the whole organization and bound to projects. */
export interface Release {
  readonly id: string;
  readonly organizationId: string;
  readonly version: string;
  readonly status: 'open' | 'archived';
  readonly ref: string | null;
  readonly url: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly dateStarted: number | null;
  readonly dateReleased: number | null;
}

/** A release with what other rows tell of it. */
export interface ReleaseSurroundings {
  readonly projects: readonly { id: string; slug: string; name: string; platform: string | null }[];
  /** Issues first seen since the release was made, by its events; 0 where none is counted. */
  readonly newGroups: number;
  readonly commitCount: number;
  readonly deployCount: number;
}

/** A change that belongs to a release. */
export interface Commit {
  readonly id: string;
  readonly repository: string | null;
  readonly message: string | null;
  readonly authorName: string | null;
  readonly authorEmail: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number | null;
  readonly patchSet: readonly { path: string; type: string }[];
}
