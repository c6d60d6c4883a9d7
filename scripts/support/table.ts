import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { parseYaml } = createRequire(require.resolve('openapi-typescript/package.json'))('@redocly/openapi-core') as {
  parseYaml(text: string): unknown;
};

/** Reads a YAML file of data. Its form is not checked. */
export function readTable<T>(file: string): T {
  return parseYaml(readFileSync(file, 'utf8')) as T;
}
