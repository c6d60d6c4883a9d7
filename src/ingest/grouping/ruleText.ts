/** What is wrong with one line: a sentence without the line. */
export class RuleFault extends Error {}

/** A text of rules, read: the rules that can be read, and a sentence for each line that cannot. */
export interface RuleText<Rule> {
  readonly rules: readonly Rule[];
  readonly faults: readonly string[];
}

/** Of one project; rules are looked through for every event. */
const MAX_RULES = 500;
const MAX_TEXT = 64 * 1024;
const MAX_LINE = 4096;
const MAX_FAULTS = 20;

/** Reads a text of one rule a line; empty lines and those that begin with `#` say nothing. */
export function readRules<Rule>(
  text: string,
  readRule: (line: LineReader, before: readonly Rule[]) => Rule,
): RuleText<Rule> {
  if (text.length > MAX_TEXT) return { rules: [], faults: [`line 1: The text is longer than ${MAX_TEXT} characters.`] };
  const rules: Rule[] = [];
  const faults: string[] = [];
  text.split(/\r\n|\r|\n/).forEach((raw, index) => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || faults.length === MAX_FAULTS) return;
    try {
      if (line.length > MAX_LINE) throw new RuleFault(`The line is longer than ${MAX_LINE} characters.`);
      if (rules.length === MAX_RULES) throw new RuleFault(`There are more than ${MAX_RULES} rules.`);
      rules.push(readRule(new LineReader(line), rules));
    } catch (error) {
      if (!(error instanceof RuleFault)) throw error;
      faults.push(`line ${index + 1}: ${error.message}`);
    }
  });
  return { rules, faults };
}

/** Reads one line from left to right. */
export class LineReader {
  #at = 0;

  constructor(private readonly line: string) {}

  /** Whether nothing is left but space. */
  get isAtEnd(): boolean {
    this.#skipSpace();
    return this.#at === this.line.length;
  }

  /** The rest of the line from the next text on, cut, to be shown in a fault. */
  get rest(): string {
    this.#skipSpace();
    return this.line.slice(this.#at, this.#at + 60);
  }

  /** Takes the text if it comes next, behind space. */
  take(text: string): boolean {
    this.#skipSpace();
    if (!this.line.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** Takes what the sticky pattern matches here, behind space; null if it does not match. */
  match(pattern: RegExp): string | null {
    this.#skipSpace();
    return this.matchHere(pattern);
  }

  /** The same without passing over space. */
  matchHere(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.line);
    if (match === null) return null;
    this.#at += match[0].length;
    return match[0];
  }

  /** A text in double quotes that begins here, without them; null if none does. Only a quote is freed of its backslash. */
  quotedHere(): string | null {
    if (this.line[this.#at] !== '"') return null;
    const quoted = this.matchHere(/"(?:[^"\\]|\\.)*"/y);
    if (quoted === null) throw new RuleFault('A text in double quotes has no end.');
    return quoted.slice(1, -1).replaceAll('\\"', '"');
  }

  #skipSpace(): void {
    while (this.line[this.#at] === ' ' || this.line[this.#at] === '\t') this.#at++;
  }
}
