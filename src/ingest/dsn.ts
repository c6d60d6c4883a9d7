/** What a DSN says about where an event goes. */
export interface Dsn {
  readonly publicKey: string;
  /** A positive integer in decimal text. */
  readonly projectId: string;
}

const DSN = /^https?:\/\/([A-Za-z0-9_-]{1,100})(?::[^@/\s]*)?@[^@/?#\s]+(?:\/[^/?#\s]+)*\/([1-9][0-9]{0,18})\/?$/i;

/**
 * Reads `{scheme}://{public_key}[:{secret}]@{host}[/{path}]/{project_id}`; null for other text.
 * The secret, the host and the path are for the client (reference/ingest.md §1.1).
 */
export function readDsn(text: string): Dsn | null {
  if (text.length > 1000) return null;
  const [, publicKey, projectId] = DSN.exec(text.trim()) ?? [];
  return publicKey === undefined || projectId === undefined ? null : { publicKey, projectId };
}
