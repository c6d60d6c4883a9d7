/** A place in a JSON text that cannot be read. */
export class JsonFault extends Error {
  constructor(
    /** Counted from 1. */
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** A JSON value, and where the members of its objects stand. */
export interface LinedJson {
  readonly value: unknown;
  /** The line, counted from 1, of a member; of the whole where the member is not there. */
  lineOf(object: object, member: string | number): number;
}

const MAX_DEPTH = 32;
const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Reads JSON so that what is wrong with its content can be told with its line. @throws JsonFault */
export function parseJsonLines(text: string): LinedJson {
  const lines = new Map<object, Map<string, number>>();
  const value = new Reader(text, lines).readAll();
  return { value, lineOf: (object, member) => lines.get(object)?.get(String(member)) ?? 1 };
}

class Reader {
  #at = 0;

  constructor(
    private readonly text: string,
    private readonly lines: Map<object, Map<string, number>>,
  ) {}

  readAll(): unknown {
    const value = this.#value(0);
    this.#match(SPACE);
    if (this.#at < this.text.length) throw this.#fault('Behind the end of the JSON there is more text');
    return value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw this.#fault(`The JSON nests deeper than ${MAX_DEPTH} levels`);
    this.#match(SPACE);
    if (this.text[this.#at] === '{') return this.#object(depth);
    if (this.text[this.#at] === '[') return this.#array(depth);
    return this.text[this.#at] === '"' ? this.#string() : this.#scalar();
  }

  #object(depth: number): object {
    const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    const lines = new Map<string, number>();
    this.lines.set(object, lines);
    this.#items('}', () => {
      const name = this.#string();
      if (lines.has(name)) throw this.#fault(`The member \`${name}\` stands twice in one object`);
      lines.set(name, this.#line);
      this.#take(':', `a colon behind \`${name}\``);
      object[name] = this.#value(depth + 1);
    });
    return object;
  }

  #array(depth: number): unknown[] {
    const array: unknown[] = [];
    const lines = new Map<string, number>();
    this.lines.set(array, lines);
    this.#items(']', () => {
      this.#match(SPACE);
      lines.set(String(array.length), this.#line);
      array.push(this.#value(depth + 1));
    });
    return array;
  }

  /** What stands between brackets, separated by commas. */
  #items(close: string, read: () => void): void {
    this.#at += 1;
    this.#match(SPACE);
    if (this.text[this.#at] === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      read();
      this.#match(SPACE);
      const next = this.text[this.#at];
      if (next !== ',' && next !== close) throw this.#fault(`Expected \`,\` or \`${close}\``);
      this.#at += 1;
      if (next === close) return;
    }
  }

  #string(): string {
    this.#match(SPACE);
    const token = this.#match(STRING);
    if (token === null) throw this.#fault('Expected a text in double quotes');
    try {
      return JSON.parse(token) as string;
    } catch {
      throw this.#fault('A text has a character or an escape that JSON does not allow');
    }
  }

  #scalar(): unknown {
    const token = this.#match(SCALAR);
    if (token === null) throw this.#fault('Expected a JSON value');
    return JSON.parse(token);
  }

  #take(text: string, name: string): void {
    this.#match(SPACE);
    if (this.text[this.#at] !== text) throw this.#fault(`Expected ${name}`);
    this.#at += 1;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match === null) return null;
    this.#at += match[0].length;
    return match[0];
  }

  get #line(): number {
    return this.text.slice(0, this.#at).split('\n').length;
  }

  #fault(message: string): JsonFault {
    return new JsonFault(this.#line, message);
  }
}
