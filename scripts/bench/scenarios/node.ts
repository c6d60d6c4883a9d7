import { spawnSync } from 'node:child_process';
import type { Bench } from '../bench';
import { ROOT } from '../programs';
import type { Outcome } from '../report';
import { compareVariants, type Variant, variantsTable } from '../variants';

const LOADS = [
  { kilobytes: 3, count: 50 },
  { kilobytes: 25, count: 50 },
];
/** Opens a database with the driver that the service would use, and prints the release. */
const CHECK = `const { SqliteDriver } = require('./dist/src/store/sqlite.js');
new SqliteDriver(':memory:').close();
process.stdout.write(process.version);`;

/** A Node.js program: its release, or the reason why it cannot run the service. */
type Release = { readonly node: string; readonly version: string } | { readonly node: string; readonly reason: string };

/** Measures ingestion with each of the Node.js programs of \`--node\` beside the one that runs the benchmark. */
export async function node(bench: Bench): Promise<Outcome> {
  const releases = [process.execPath, ...bench.options.nodes].map(releaseOf);
  const variants = releases.flatMap((release): Variant[] =>
    'version' in release ? [{ name: release.version, how: { node: release.node } }] : [],
  );
  const measured = await compareVariants(bench, variants, LOADS);
  const missing = releases.flatMap((release) =>
    'reason' in release ? [`${release.node} does not run the service: ${release.reason}.`] : [],
  );
  missing.forEach((reason) => bench.log(`  ${reason}`));
  const note = ['The same installation runs with each release.', ...missing].join(' ');
  return { tables: [variantsTable({ title: 'Ingest by Node.js release', note }, variants, measured)], reached: {} };
}

/** An addon that is compiled for one release does not load in another. */
function releaseOf(node: string): Release {
  const { status, stdout, stderr, error } = spawnSync(node, ['-e', CHECK], { cwd: ROOT, encoding: 'utf8' });
  if (status === 0) return { node, version: stdout };
  const [, reason] = /^\w*Error: (.+?)\.?$/m.exec(stderr) ?? [];
  return { node, reason: error?.message ?? reason ?? `it ends with ${status}` };
}
