import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const redocly = createRequire(require.resolve('openapi-typescript/package.json'))('@redocly/openapi-core') as {
  parseYaml(text: string): unknown;
};

/** Reads a YAML file of data. Its form is not checked. */
export function readTable(file: string): unknown {
  return redocly.parseYaml(readFileSync(file, 'utf8'));
}
