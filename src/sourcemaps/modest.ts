/** Objects and lists: a map has few, one with sections some thousand. */
const MAX_CONTAINERS = 200_000;
const MAX_DEPTH = 100;
/** Members and elements; most are names. */
const MAX_VALUES = 2_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/**
 * Whether JSON can be parsed without taking many times its size: 64 MB of nested brackets take 3 GB and ten seconds. Strings, of
 * which a source map nearly all consists, are passed over at the speed of a search.
 */
export function isModest(json: Uint8Array): boolean {
  const count = { containers: 0, depth: 0, values: 0 };
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === BRACKET || byte === BRACE) {
      count.containers += 1;
      count.depth += 1;
    } else if (byte === COMMA) count.values += 1;
    else if (byte === BRACKET_END || byte === BRACE_END) count.depth -= 1;
    if (count.containers > MAX_CONTAINERS || count.depth > MAX_DEPTH || count.values > MAX_VALUES) return false;
  }
  return true;
}

function endOfString(json: Uint8Array, start: number): number {
  for (let at = json.indexOf(QUOTE, start + 1); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return json.length;
}
