import type { Client } from '../../src/client/createClient';
import { bundle, sha1 } from '../../test/support/zip';

/** A minified file with its source map, and its place in the organization. */
interface BuiltScript {
  readonly organization: string;
  readonly project: string;
  /** Its URL without the origin, as `~/assets/app.js`. */
  readonly name: string;
  readonly text: string;
  readonly map: string;
  readonly debugId: string;
  readonly version?: string;
}

/** Uploads both files as the plugins of bundlers do: the chunks of a bundle, then the request to assemble it. */
export async function uploadScript(client: Client, script: BuiltScript): Promise<void> {
  const { organization: organization_slug, project, name, text, map, debugId, version } = script;
  const headers = { 'debug-id': debugId };
  const sourcemap = `${name.split('/').at(-1)}.map`;
  const archive = bundle([
    { name, bytes: text, type: 'minified_source', headers: { ...headers, sourcemap } },
    { name: `${name}.map`, bytes: map, headers },
  ]);
  const checksum = sha1(archive);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(archive)]), checksum);
  await must(client.uploadChunks({ organization_slug, body: form }));
  const body = { checksum, chunks: [checksum], projects: [project], ...(version !== undefined && { version }) };
  const { state, detail } = await must(client.assembleArtifactBundle({ organization_slug, body }));
  if (state !== 'ok') throw new Error(`the files of ${name} were not assembled: ${state} ${detail ?? ''}`);
}

/** A reply of the client, as far as `must` reads it. */
type Answer<Data> = { ok: true; data: Data } | { ok: false; error: unknown; response: Response };

/** Returns the data of a successful reply. @throws Error for any other reply */
export async function must<Data>(pendingReply: Promise<Answer<Data>>): Promise<Data> {
  const reply = await pendingReply;
  if (reply.ok) return reply.data;
  throw new Error(`${reply.response.status} ${reply.response.url}: ${JSON.stringify(reply.error)}`);
}
