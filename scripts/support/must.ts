/** A reply of the client, as far as `must` reads it. */
type Answer<Data> = { ok: true; data: Data } | { ok: false; error: unknown; response: Response };

/** Returns what an operation returned. @throws Error if it failed */
export async function must<Data>(asked: Promise<Answer<Data>>): Promise<Data> {
  const reply = await asked;
  if (reply.ok) return reply.data;
  throw new Error(`${reply.response.status} ${reply.response.url}: ${JSON.stringify(reply.error)}`);
}
