/** Where a project's alerts are posted, and how that goes. */
export interface Webhook {
  readonly url: string;
  /** What requests are signed with: `whsec_` and Base64. */
  readonly secret: string;
  readonly isEnabled: boolean;
  /** Milliseconds since 1970, UTC: the last delivery that was taken. */
  readonly lastSent: number | null;
  /** When the first of the failures began that no success has followed; null where all is well. */
  readonly failingSince: number | null;
  /** Why the last attempt failed; null where all is well. */
  readonly error: string | null;
}
