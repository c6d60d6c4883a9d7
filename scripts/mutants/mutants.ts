import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A plausible mistake in one line of `src`, and the tests that notice it. */
export interface Mutant {
  /** The wrong behaviour of the service with this mutant. */
  readonly name: string;
  readonly file: string;
  /** A part of one line, which the file has once. */
  readonly find: string;
  readonly replace: string;
  /** Test files, or folders of them. */
  readonly tests: readonly string[];
}

const TABLE = readFileSync(path.join(__dirname, 'mutants.txt'), 'utf8');
/** The lines of a mutant in the table: `FILE: NAME`, ` TEST…`, `-FIND` and `+REPLACE`. */
const MUTANT = /^(\S+): (.+)\n(?: (.+)\n)?-(.+)\n(?:\+(.+)\n)?/gm;

export const MUTANTS: readonly Mutant[] = [...TABLE.matchAll(MUTANT)].map(
  ([, file = '', name = '', tests, find = '', replace = '']) => {
    const mirror = file.replace(/^src\//, 'test/').replace(/\.ts$/, '.test.ts');
    return { name, file, find, replace, tests: (tests ?? mirror).split(' ') };
  },
);

if (TABLE.replaceAll(MUTANT, '') !== '') throw new Error('A part of mutants.txt is no mutant.');
