import { createHash } from 'node:crypto';
import type { Dialect } from '../../../src/store/engine/dialect';
import { renderStatements } from '../../../src/store/engine/ddl';
import { MIGRATIONS } from '../../../src/store/migrations/index';

/** SHA-256 of the statements of each published migration. A later migration needs no entry until it is published. */
const PUBLISHED: Record<Dialect, readonly string[]> = {
  sqlite: [
    '651d5ab2ffa3e1c0fd411e37e5a9d9ed77fa4da1b829c7c939a0826b3366d575',
    '72252fce5a11de0efd15f43ea147c886b75f47d705e5f6890ae04834afb74579',
    '35a1c46ac9927b9787eb0ec79a56006477be1a02ef37ee7057a49ca406d0f303',
    '46088cf8d14ede14fb7bd47e869a63c54b00b1bfae0c092e8369ce0fa610a455',
    'a9ea7a64451b3197404a3ff026b29757df5a15ec27f276e66a6ba7b29a120da3',
    'bd9083eca1ee204a0fe4ed38a6036593ac093b5f4df78c7e3026ba9e132ad620',
    '6c05c41dfca96474bf58472cd5c47278bc37b7aec21cc05df5fb1fb92fc4e6e0',
    'a9941397be12785a06b7fd3e6b0ae9e11bc5ad70b3133e42662e03f0c34d2594',
  ],
  postgres: [
    '516e950143a5b68fdda4159ad9a9022fbc66bc307b8ad85e928a87016c3f64ad',
    'dbf52fffe85943108a17bb2e314e769b0a2127ade6c0e439e7d705277cedca7c',
    '51b6266cd1ef90efc92eb71ae86043a823dad425dce1269d937e5081922c9336',
    'fbb557bf0c721075eb6ad1906713b7f2b6e3887654e80a42f0866cb853da35a3',
    'c96fe9524864c1cfff67ba277089160556e63308cb80b3e518cf587bfc0e2cd5',
    '7b1031f7ffa1598c84109ed3d73420e550e548aec264cdf33e6604fbaf090d65',
    '011c885f13b93a630921f3a392587b84fc3348a14566e11007a83046d40c4a04',
    '2b6dd944c369a184cb68be3aa214ee39e2389a658f51d8d86d580b76c9866f78',
  ],
};

function checksumOf(statements: readonly string[]): string {
  const text = statements.map((statement) => statement.replace(/\s+/g, ' ')).join(';\n');
  return createHash('sha256').update(text).digest('hex');
}

describe.each(['sqlite', 'postgres'] as const)('a published migration for %s', (dialect) => {
  test.each(PUBLISHED[dialect].map((checksum, index) => [index + 1, checksum] as const))(
    '%i never changes',
    (number, checksum) => {
      const migration = MIGRATIONS.find((one) => one.number === number);
      expect(migration && checksumOf(renderStatements(migration, dialect))).toBe(checksum);
    },
  );
});
