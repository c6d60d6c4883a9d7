import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc in a second, on all versions of Linux. */
const TICKS = 100;
const SAMPLE_MS = 100;

/** Returns the seconds of processor time that a process has used, in user and kernel mode. Known on Linux only. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return fields === undefined ? NaN : (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Returns the resident memory of a process and its children, in bytes. Known on Linux only. */
export function memoryOf(pid: number): number {
  const own = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1];
  if (own === undefined) return NaN;
  return Number(own) * 1024 + childrenOf(pid).reduce((sum, child) => sum + (memoryOf(child) || 0), 0);
}

/** Samples the memory until the returned function is called, which returns the highest value. */
export function watchMemory(pid: number): () => number {
  let peak = memoryOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return Math.max(peak, memoryOf(pid));
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name) && Number(statOf(Number(name))?.[1]) === pid)
    .map(Number);
}

/** Returns the fields after the name, which may contain spaces; undefined if there is no such process. */
function statOf(pid: number): string[] | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text === '' ? undefined : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const NOISE_TEXT = JSON.stringify(Array.from({ length: 2000 }, (_, number) => ({ number, name: `item ${number}` })));

/** Measures a fixed piece of work. On a quiet machine it always takes the same time. */
export class NoiseMeter {
  readonly #times: number[] = [];

  /** Called between rounds. */
  measure(): void {
    const began = performance.now();
    for (let turn = 0; turn < 10; turn += 1)
      createHash('sha256')
        .update(JSON.stringify(JSON.parse(NOISE_TEXT)))
        .digest();
    this.#times.push(performance.now() - began);
  }

  /** The measured durations in milliseconds, without the first, which warm the compiler up. */
  get times(): readonly number[] {
    return this.#times.slice(3);
  }

  /** Measures a few times in a row. */
  warmUp(): void {
    for (let turn = 0; turn < 5; turn += 1) this.measure();
  }
}
