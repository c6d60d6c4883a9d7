/** A version of the software, known to the whole organization and bound to projects. */
export interface Release {
  readonly id: string;
  readonly organizationId: string;
  readonly version: string;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly dateReleased: number | null;
}
