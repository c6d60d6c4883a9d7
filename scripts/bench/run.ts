/** Prints the report of the benchmark: see README.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from './options';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  // Loaded after the options are checked: these modules take a second to load.
  const [{ measure }, { render }] = await Promise.all([import('./measure.js'), import('./report.js')]);
  const results = await measure(options);
  process.stdout.write(render(results));
  if (options.out !== null) {
    mkdirSync(path.dirname(options.out), { recursive: true });
    writeFileSync(options.out, `${JSON.stringify(results, null, 2)}\n`);
  }
  if (results.scenarios.some(({ failure }) => failure !== null)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  const { constructor, message, stack } = error as Error;
  process.stderr.write(`${constructor === Error ? message : String(stack)}\n`);
  process.exit(1);
});
