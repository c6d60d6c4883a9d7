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
