/**
 * Measures the glob engine beside RE2JS, which could match patterns in linear time too: the figures of
 * src/DECISIONS.md, "Patterns". Run with `npx tsx scripts/bench/globs.ts`.
 */
import { RE2JS } from 're2js';
import { compileGlobs, type Glob } from '../../src/ingest/glob';
import { GlobBudget } from '../../src/ingest/globTexts';

const OPTIONS = { isPath: false, ignoresCase: true };
const ROUNDS = 5;

const patterns = Array.from({ length: 500 }, (_, index) => `*phrase${index} text*`);
const message = `Error: ${'cannot read property of undefined phrase '.repeat(5)}`;
/** A deterministic automaton for these patterns has a state for each of many sets of positions. */
const wildcards = Array.from({ length: 20 }, (_, index) => `*a${'?'.repeat(400 + index)}c`);
/** A text without a period, with every letter of the patterns. */
const letters = `c${pseudoRandomLetters(8192)}`;

function main(): void {
  for (const [name, list, text] of [
    ['500 phrases on 200 characters', patterns, message],
    ['20 patterns of 400 wildcards on 8192 characters', wildcards, letters],
  ] as const) {
    const globs = list.map((pattern) => compileGlobs([pattern], OPTIONS));
    report(`${name}, src/ingest/glob`, () => globs.filter((glob) => matches(glob, text)).length);
    const programs = list.map((pattern) => compileRe2(pattern));
    report(`${name}, RE2JS`, () => programs.filter((program) => program.matches(text)).length);
  }
}

function pseudoRandomLetters(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % 2 === 0 ? 'a' : 'b';
  }).join('');
}

function matches(glob: Glob, text: string): boolean {
  return glob.matches(text, new GlobBudget(Number.MAX_SAFE_INTEGER));
}

function compileRe2(pattern: string): RE2JS {
  return RE2JS.compile(pattern.replaceAll('*', '.*').replaceAll('?', '.'), RE2JS.DOTALL | RE2JS.CASE_INSENSITIVE);
}

/** Prints the duration of one call, and the memory that the first call retains. */
function report(name: string, work: () => number): void {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  work();
  globalThis.gc?.();
  const kept = process.memoryUsage().heapUsed - before;
  const started = process.hrtime.bigint();
  for (let round = 0; round < ROUNDS; round++) work();
  const milliseconds = Number(process.hrtime.bigint() - started) / 1e6 / ROUNDS;
  console.log(`${name}: ${milliseconds.toFixed(2)} ms, ${(kept / 1e6).toFixed(1)} MB kept`);
}

main();
