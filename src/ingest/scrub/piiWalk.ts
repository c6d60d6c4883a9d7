import { FILTERED } from './forms';
import { scrubPairs } from './pairs';
import { type Effort, newEffort, type Range } from './pattern';
import type { PiiConfig } from './piiConfig';
import type { PiiPart } from './piiRules';
import type { Redaction } from './redaction';
import type { ValueKind } from './selector';

/** Where a value stands: names as the documented payload has them, in lower case. Structural ones only go as a whole if they are named. */
export interface Spot {
  readonly names: readonly string[];
  readonly isStructural?: boolean;
  /** Only a text up to here may change. */
  readonly until?: number;
}

const NEVER: Effort = { left: 0 };

/** Applies the rules of a PII configuration to the values of one event. */
export class PiiWalk {
  readonly #effort = newEffort();

  constructor(private readonly config: PiiConfig) {}

  /** The text as the rules leave it; null if it is removed. */
  text(text: string, spot: Spot): string | null {
    return this.#redactText(text, this.#partsAt(spot, 'string'), spot);
  }

  /** Free-form data as the rules leave it; what is no text and is taken out becomes null. */
  value(value: unknown, spot: Spot): unknown {
    if (value === null || value === undefined) return value;
    if (typeof value === 'string') return this.text(value, spot);
    const isTaken = this.#partsAt(spot, kindOf(value)).some((part) => isWhole(part, spot));
    if (isTaken) return null;
    if (Array.isArray(value)) return value.map((one: unknown, index) => this.value(one, below(spot, String(index))));
    return typeof value === 'object' ? this.members(value as Record<string, unknown>, spot) : value;
  }

  /** An object that stays one, with what the rules leave of its members. */
  members(value: Record<string, unknown>, spot: Spot): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, this.value(member, below(spot, name))]),
    );
  }

  /** Parts that find something in texts apply everywhere; those that take all of a value only where they may. */
  #partsAt({ names, isStructural = false }: Spot, kind: ValueKind): readonly PiiPart[] {
    const parts: PiiPart[] = [];
    for (const { selector, parts: all, finding } of this.config.applications) {
      if (!selector.matches({ names, kind, isStructural: false })) continue;
      const isPermitted = !isStructural || (selector.isSpecific && selector.matches({ names, kind, isStructural }));
      parts.push(...(isPermitted ? all : finding));
    }
    return parts;
  }

  #redactText(text: string, parts: readonly PiiPart[], spot: Spot): string | null {
    let out: string | null = text;
    for (const { detector, redaction } of parts) {
      if (out === null || out === '') return out;
      const head: string = out.slice(
        0,
        spot.until === undefined ? out.length : out.length - (text.length - spot.until),
      );
      const tail: string = out.slice(head.length);
      const redacted: string | null = isWhole({ detector, redaction }, spot)
        ? whole(head, redaction)
        : this.#redactParts(head, { detector, redaction });
      out = redacted === null && tail === '' ? null : (redacted ?? '') + tail;
    }
    return out;
  }

  #redactParts(text: string, { detector, redaction }: PiiPart): string {
    if (detector.names !== undefined) return /[=:-]|%3d/i.test(text) ? scrubPairs(text, detector.names) : text;
    const ranges = detector.find?.(text, detector.costs === true ? this.#effort : NEVER) ?? null;
    return ranges === null ? FILTERED : replaceRanges(text, ranges, redaction);
  }
}

/** A place below another one. */
export function below({ names, isStructural = false }: Spot, ...further: string[]): Spot {
  return { names: [...names, ...further.map((name) => name.toLowerCase())], isStructural };
}

function isWhole({ detector }: PiiPart, { names }: Spot): boolean {
  return detector.isAnything === true || detector.names?.(names.at(-1) ?? '') === true;
}

function kindOf(value: unknown): ValueKind {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'object';
}

function whole(text: string, redaction: Redaction): string | null {
  return redaction.method === 'remove' ? null : redaction.of(text);
}

/** Ranges that overlap count once. */
function replaceRanges(text: string, ranges: readonly Range[], redaction: Redaction): string {
  let out = '';
  let done = 0;
  for (const { start, end } of ranges) {
    if (start < done) continue;
    out += text.slice(done, start) + redaction.of(text.slice(start, end));
    done = end;
  }
  return out + text.slice(done);
}
