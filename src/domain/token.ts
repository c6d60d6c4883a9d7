import type { Scope } from './access';

/** A bearer token as it is stored: never the token itself, only its SHA-256 (decisions.md §2). */
export interface Token {
  readonly id: string;
  readonly organizationId: string;
  readonly memberId: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}
