/** Maximum number of words that are searched for one by one, which is faster then. */
const FEW_WORDS = 8;

/**
 * Returns a function that returns true if a text contains one of the words. It reads the text once, for any number of
 * words.
 */
export function findsWords(words: readonly string[]): (text: string) => boolean {
  if (words.length <= FEW_WORDS) return (text) => words.some((word) => text.includes(word));
  const states = buildStates(words);
  return (text) => containsWord(text, states);
}

/** State after reading a beginning of a word. */
interface State {
  /** Next character → state that follows. */
  readonly next: Map<number, State>;
  /** The state of the longest other beginning of a word with which this beginning ends; null at the start. */
  shorter: State | null;
  /** True if a word ends here. */
  isEnd: boolean;
}

const newState = (): State => ({ next: new Map(), shorter: null, isEnd: false });

/** Builds the automaton of Aho and Corasick (https://doi.org/10.1145/360825.360855). Returns its first state. */
function buildStates(words: readonly string[]): State {
  const start = newState();
  for (const word of words) {
    let state = start;
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at);
      const next = state.next.get(code) ?? newState();
      state.next.set(code, next);
      state = next;
    }
    state.isEnd = true;
  }
  const queue = [start];
  for (const state of queue) {
    for (const [code, next] of state.next) {
      next.shorter = state === start ? start : advance(state.shorter ?? start, code, start);
      next.isEnd ||= next.shorter.isEnd;
      queue.push(next);
    }
  }
  return start;
}

function containsWord(text: string, start: State): boolean {
  let state = start;
  for (let at = 0; at < text.length && !state.isEnd; at++) state = advance(state, text.charCodeAt(at), start);
  return state.isEnd;
}

function advance(from: State, code: number, start: State): State {
  for (let state: State | null = from; state !== null; state = state.shorter) {
    const next = state.next.get(code);
    if (next !== undefined) return next;
  }
  return start;
}
