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
  /** How many commits it has. */
  readonly commitCount: number;
  /** Who wrote them, each once, in the order of their newest commit. */
  readonly authors: readonly Author[];
}

/** The members of a release that tools set; absent means unchanged. */
export type ReleaseChanges = Partial<Pick<Release, 'status' | 'ref' | 'url' | 'dateStarted' | 'dateReleased'>>;

/** A release with what other rows tell of it. */
export interface ReleaseRelations {
  /** By slug. */
  readonly projects: readonly { id: string; slug: string; name: string; platform: string | null }[];
  readonly firstEvent: number | null;
  readonly lastEvent: number | null;
  /** How many issues began with an event of it. */
  readonly newGroups: number;
  readonly lastCommit: CommitSummary | null;
  readonly deployCount: number;
  readonly lastDeploy: Deploy | null;
}

/** Who wrote a commit. */
export interface Author {
  readonly name: string | null;
  readonly email: string | null;
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
  readonly patchSet: readonly { path: string; type: 'A' | 'M' | 'D' }[];
}

/** A commit without the files it touches. */
export type CommitSummary = Omit<Commit, 'patchSet'>;

/** The version without the package in front of an `@`, for people: `2.4.1` of `shop@2.4.1`. */
export function shortVersion(version: string): string {
  return /^.[^@]*@(.+)$/.exec(version)?.[1] ?? version;
}

/** How many authors a release tells at most. */
const MAX_AUTHORS = 100;

/** The authors of these commits, each once: by e-mail address, else by name. */
export function distinctAuthors(commits: readonly Commit[]): Author[] {
  const authors = new Map<string, Author>();
  for (const { authorName: name, authorEmail: email } of commits) {
    const key = email ?? name;
    if (key !== null && !authors.has(key)) authors.set(key, { name, email });
  }
  return [...authors.values()].slice(0, MAX_AUTHORS);
}

/** A release brought to an environment. */
export interface Deploy {
  readonly id: string;
  readonly releaseId: string;
  readonly environment: string;
  readonly name: string | null;
  readonly url: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateStarted: number | null;
  readonly dateFinished: number;
}
