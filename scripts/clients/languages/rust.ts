/** The Rust client of openapi-generator. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientGenerator, runCommand } from '../generator';
import { environmentOf } from '../service';
import { generateFrom, missingForOpenapiGenerator, OPENAPI_GENERATOR } from './openapiGenerator';
import { fetched } from './tools';

const PROGRAMS = join(__dirname, 'rust');

export const openapiGeneratorRust: ClientGenerator = {
  name: 'openapi-generator rust',
  version: OPENAPI_GENERATOR,
  missing: () => missingForOpenapiGenerator('cargo'),
  async run(context) {
    const { cache, folder, service } = context;
    cpSync(PROGRAMS, folder, { recursive: true });
    const options = 'packageName=culprit-client,supportMiddleware=true';
    await generateFrom(context, 'rust', 'culprit-client', [`--additional-properties=${options}`]);
    await fetched({ step: 'Fetching crates', program: 'cargo', args: ['fetch', '--quiet'], folder });
    // Compiled dependencies are kept in the cache; they take most of the time.
    const target = join(cache, 'rust');
    await runCommand({
      step: 'Compiling',
      program: 'cargo',
      args: ['build', '--quiet', '--offline'],
      folder,
      environment: { CARGO_TARGET_DIR: target, RUSTFLAGS: '-D warnings' },
    });
    await runCommand({
      step: 'Running the five operations',
      program: join(target, 'debug/run'),
      args: [],
      folder,
      environment: environmentOf(service),
    });
    return 'compiled without warnings, five operations';
  },
};
