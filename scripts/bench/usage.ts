import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc in a second, on every Linux there is. */
const TICKS = 100;
const SAMPLE_MS = 100;

/** Seconds of processor time that a process has taken so far, in user and kernel; only Linux tells. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return fields === undefined ? NaN : (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Bytes in memory of a process and all it has started; only Linux tells. */
export function memoryOf(pid: number): number {
  const own = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1];
  if (own === undefined) return NaN;
  return Number(own) * 1024 + childrenOf(pid).reduce((sum, child) => sum + (memoryOf(child) || 0), 0);
}

/** Samples memory until it is stopped; answers the highest value. */
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

/** The fields behind the name, which may have spaces in it; undefined if there is no such process. */
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

/** Times a fixed piece of work on the processor: were the machine ours alone, it would always take as long. */
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

  /** Milliseconds of each look; the first ones still warm the compiler up. */
  get times(): readonly number[] {
    return this.#times.slice(3);
  }

  /** Looks a few times in a row. */
  warmUp(): void {
    for (let turn = 0; turn < 5; turn += 1) this.measure();
  }
}
