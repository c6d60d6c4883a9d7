/** A reply of the client, as far as `must` reads it. */
type Answer<Data> = { ok: true; data: Data } | { ok: false; error: unknown; response: Response };

/** Returns the data of a successful reply. @throws Error for any other reply */
export async function must<Data>(pendingReply: Promise<Answer<Data>>): Promise<Data> {
  const reply = await pendingReply;
  if (reply.ok) return reply.data;
  throw new Error(`${reply.response.status} ${reply.response.url}: ${JSON.stringify(reply.error)}`);
}
