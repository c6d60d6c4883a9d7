/** The tenant: it owns teams, members, projects and tokens. */
export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/** A person of one organization; tokens and bookmarks belong to members. */
export interface Member {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
}
