import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryDirectory, type TemporaryDirectory } from './database';
import { ROOT } from './process';

const NEXT_NUMBER = 9000;
/** The line of the compiled list of migrations before which one more is added. */
const LAST_LINE = 'exports.SCHEMA_VERSION = (0,';
const STATEMENTS = [
  'CREATE TABLE badge (project_id INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (project_id, id)) STRICT',
  "ALTER TABLE event ADD COLUMN badge TEXT NOT NULL DEFAULT ''",
  'CREATE INDEX badge_by_id ON badge (id)',
];

/** The present build with one more migration, in a folder of its own. */
export interface NextVersion extends Pick<TemporaryDirectory, 'dispose'> {
  /** The path of the program. */
  readonly program: string;
}

/**
 * Makes a version after the present build.
 * @param onlyAdds false if its migration declares no addition
 * @param further statements of the migration
 */
export async function makeNextVersion(onlyAdds: boolean, ...further: readonly string[]): Promise<NextVersion> {
  const { path, dispose } = await makeTemporaryDirectory();
  const filter = (file: string) => !/\.(d\.ts|map)$/.test(file);
  for (const folder of ['src', 'generated'])
    await cp(join(ROOT, 'dist', folder), join(path, 'dist', folder), { recursive: true, filter });
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  await cp(join(ROOT, 'package.json'), join(path, 'package.json'));
  const list = join(path, 'dist/src/store/migrations/index.js');
  const next = {
    number: NEXT_NUMBER,
    name: 'next',
    statements: [...STATEMENTS, ...further],
    ...(onlyAdds ? { onlyAdds } : {}),
  };
  const compiled = await readFile(list, 'utf8');
  await writeFile(list, compiled.replace(LAST_LINE, `exports.MIGRATIONS.push(${JSON.stringify(next)});\n${LAST_LINE}`));
  return { program: join(path, 'dist/src/main.js'), dispose };
}
