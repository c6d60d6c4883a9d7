/**
 * Loads files of src that make regular expressions of texts, has those made that are not made when a file is loaded,
 * and prints all as JSON. It is a process of its own because it replaces `RegExp` before any file is loaded. Arguments:
 * the paths of the files.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Expression } from '../expressions';

const ROOT = path.resolve(__dirname, '../../..');
const load = createRequire(__filename);
const expressions: Expression[] = [];

globalThis.RegExp = new Proxy(globalThis.RegExp, {
  construct(target, args: [string | RegExp, string?]) {
    const made = new target(...args);
    const caller = (new Error().stack ?? '').split('\n')[2] ?? '';
    const file = /src\/[\w/]+\.ts/.exec(caller)?.[0];
    if (file !== undefined) expressions.push({ file, line: 0, source: made.source, flags: made.flags });
    return made;
  },
});

for (const file of process.argv.slice(2)) load(path.join(ROOT, file));

const { parseMultipartForm } = load(
  '../../../src/sourcemaps/upload/multipart',
) as typeof import('../../../src/sourcemaps/upload/multipart');
const part = '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nc\r\n--x--\r\n';
parseMultipartForm(Buffer.from(part), 'multipart/form-data; boundary=x', 10);

const { redactPairs } = load(
  '../../../src/ingest/scrub/textSecrets',
) as typeof import('../../../src/ingest/scrub/textSecrets');
redactPairs('{"password": "x"}', () => true);

const { hintsOf } = load(
  '../../../src/ingest/scrub/secretFormats',
) as typeof import('../../../src/ingest/scrub/secretFormats');
hintsOf('x');

const { compileTrustedGlobs } = load('../../../src/ingest/glob') as typeof import('../../../src/ingest/glob');
compileTrustedGlobs(['**/node_modules/**', '/usr/lib/*/x?.[ab]'], { isPath: true, ignoresCase: true });

const { GROUPING_CONFIGS, algorithmOf } = load(
  '../../../src/ingest/grouping/groupEvent',
) as typeof import('../../../src/ingest/grouping/groupEvent');
const frame = { function: null, rawFunction: null, module: null, package: null, filename: null, absPath: null };
for (const config of GROUPING_CONFIGS)
  for (const platform of ['javascript', 'python', 'java', 'go', 'native', 'php', 'ruby', 'csharp'])
    algorithmOf(config).rules.decide([{ ...frame, platform: null, inApp: null }], { platform });

process.stdout.write(JSON.stringify(expressions));
