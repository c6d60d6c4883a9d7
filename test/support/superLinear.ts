/**
 * Decides without running a regular expression whether it can take more than linear time on a text, as an engine that
 * backtracks does. Two things make it so: a repetition that splits the same text in several ways (`(a+)+$`, which
 * scslre finds, and `(?:a|a)*$`), and two repetitions of the same characters in a row, where the second can begin
 * wherever the first ends (`\d+.*x`). The search for a match is such a first repetition, of all characters: `<[^>]*>`
 * begins at each `<` of `<<<<` and reads to the end.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { Chars, type ReadonlyFlags, toUnicodeSet } from 'regexp-ast-analysis';
import { analyse } from 'scslre';

type CharSet = ReturnType<typeof Chars.all>;

/** More repetitions than this count as any number. */
const MANY = 1000;

/**
 * Returns the parts of an expression that can take more than linear time, in words. Where that is simpler, an
 * expression is taken to match more than it does, so that a harmless expression can be reported, and a slow one is
 * hardly missed.
 */
export function superLinearParts(source: string, flags: string): string[] {
  const parser = new RegExpParser();
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  const parsedFlags = parser.parseFlags(flags);
  const { reports } = analyse({ pattern, flags: parsedFlags }, { reportTypes: { Move: false, Trade: false } });
  const graph = new Graph(pattern, parsedFlags);
  const nested = reports.flatMap((report) => (report.type === 'Self' ? [report.quant.raw] : []));
  const ambiguous = [...new Set([...nested, ...graph.findAmbiguous()])];
  return [...ambiguous.map((part) => `${part} splits a text in several ways`), ...graph.findPairs()];
}

interface Edge {
  readonly to: number;
  /** The characters that lead along this edge; null if it consumes none. */
  readonly characters: CharSet | null;
  readonly assertion?: AST.Assertion;
  /** The repetition that begins again along this edge. */
  readonly again?: AST.Quantifier;
}

/** A repetition without an end. */
interface Repetition {
  readonly quantifier: AST.Quantifier;
  readonly begin: number;
  readonly end: number;
  /** The last node of the repetition, whose nodes begin with its first one. */
  readonly lastNode: number;
  /** All characters in it. */
  readonly characters: CharSet;
}

/** The position of a walk, and the characters that may stand before and behind it. */
interface Place {
  readonly node: number;
  readonly before: CharSet;
  readonly behind: CharSet;
}

/** An expression as a graph of the places in it. */
class Graph {
  readonly #edges: Edge[][] = [];
  readonly #repetitions: Repetition[] = [];
  readonly #begin: number;
  readonly #accept: number;
  readonly #all: CharSet;
  readonly #none: CharSet;
  readonly #word: CharSet;
  readonly #lineEnds: CharSet;

  constructor(
    pattern: AST.Pattern,
    private readonly flags: ReadonlyFlags,
  ) {
    this.#all = Chars.all(flags);
    this.#none = Chars.empty(flags);
    this.#word = Chars.word(flags);
    this.#lineEnds = Chars.lineTerminator(flags);
    this.#begin = this.#addNode();
    this.#accept = this.#addAlternatives(pattern.alternatives, this.#begin, 'right');
  }

  /**
   * Describes each repetition that a search, or a repetition before it, can begin at each character of its repeated
   * part.
   */
  findPairs(): string[] {
    const pairs: string[] = [];
    for (const second of this.#repetitions) {
      if (this.#surelyAccepts(second)) continue;
      if (!this.flags.sticky && this.#reaches(this.#begin, second, second.characters)) {
        pairs.push(`${second.quantifier.raw} is tried again from each place of the text that it reads`);
      }
      for (const first of this.#repetitions) {
        const shared = first.characters.intersect(second.characters);
        if (shared.isEmpty || isNested(first, second) || !this.#reaches(first.end, second, shared, first)) continue;
        if (![first, second].every((one) => this.#repeats(one, shared))) continue;
        pairs.push(`${second.quantifier.raw} can begin wherever ${first.quantifier.raw} ends`);
      }
    }
    return [...new Set(pairs)];
  }

  /** Finds the repetitions in which the same text leads along different edges to the same place again. */
  findAmbiguous(): string[] {
    const ambiguous = this.#repetitions.filter((one) => !this.#surelyAccepts(one) && this.#isAmbiguous(one));
    return ambiguous.map(({ quantifier }) => quantifier.raw);
  }

  #isAmbiguous({ begin, lastNode, quantifier }: Repetition): boolean {
    const edges: (Edge & { characters: CharSet; from: number })[] = [];
    for (let from = begin; from <= lastNode; from += 1) {
      for (const edge of this.#edges[from] ?? []) {
        if (edge.characters !== null) edges.push({ ...edge, characters: edge.characters, from });
      }
    }
    // The edges that can follow an edge, and their characters.
    const nextEdges = edges.map(({ to }) => {
      const places = this.#placesWithoutReading(to, begin, lastNode, quantifier);
      return edges.flatMap(({ from, characters }, index) => {
        const behind = places.flatMap((place) => (place.node === from ? [place.behind.intersect(characters)] : []));
        const possible = behind.reduce((all, one) => all.union(one), this.#none);
        return possible.isEmpty ? [] : [{ index, possible }];
      });
    });
    // Two walks that read the same text: a pair of edges leads to a pair.
    const follow = (pair: number): number[] => {
      const [one, other] = [Math.floor(pair / edges.length), pair % edges.length];
      return (nextEdges[one] ?? []).flatMap((first) =>
        (nextEdges[other] ?? [])
          .filter((second) => !first.possible.isDisjointWith(second.possible))
          .map((second) => first.index * edges.length + second.index),
      );
    };
    const reachable = remember((pair: number) => {
      const seen = new Set<number>();
      const waiting = [pair];
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
        for (const next of follow(at)) {
          if (seen.has(next)) continue;
          seen.add(next);
          waiting.push(next);
        }
      }
      return seen;
    });
    return edges.some((_, index) => {
      const same = index * edges.length + index;
      return [...reachable(same)].some((pair) => pair % (edges.length + 1) !== 0 && reachable(pair).has(same));
    });
  }

  /** Returns the places in a repetition to which edges lead that consume nothing. */
  #placesWithoutReading(from: number, first: number, last: number, repeated: AST.Quantifier): Place[] {
    const places = new Map([[`${from}`, { node: from, before: this.#all, behind: this.#all }]]);
    for (const place of places.values()) {
      for (const edge of this.#edges[place.node] ?? []) {
        const isFinite = edge.again !== undefined && edge.again !== repeated && edge.again.max <= MANY;
        if (edge.characters !== null || isFinite || edge.to < first || edge.to > last) continue;
        const next = this.#follow(edge, place, this.#all);
        const key = next === null ? '' : `${next.node} ${next.behind.toString()}`;
        if (next !== null && !places.has(key)) places.set(key, { ...next, before: this.#all });
      }
    }
    return [...places.values()];
  }

  /** Returns true if a text of only these characters leads to the beginning of a repetition. */
  #reaches(from: number, { quantifier, begin }: Repetition, characters: CharSet, first?: Repetition): boolean {
    const seen = new Set<string>();
    const walk = (place: Place): boolean => {
      const { node, before, behind } = place;
      if (node === begin && first?.begin !== begin) return true;
      const key = `${node} ${before.toString()} ${behind.toString()}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return (this.#edges[node] ?? []).some((edge) => {
        if (edge.again !== undefined && (edge.again === quantifier || edge.again === first?.quantifier)) return false;
        const next = this.#follow(edge, place, characters);
        return next !== null && ((first?.begin === begin && next.node === begin) || walk(next));
      });
    };
    return walk({ node: from, before: characters, behind: characters });
  }

  /** Returns true if a text of only these characters can be one of the repeated parts. */
  #repeats({ begin, end, quantifier }: Repetition, characters: CharSet): boolean {
    const seen = new Set<number>();
    const walk = (node: number): boolean => {
      if (node === end) return true;
      if (seen.has(node)) return false;
      seen.add(node);
      return (this.#edges[node] ?? []).some(({ to, characters: consumed, again }) => {
        return again !== quantifier && (consumed === null || !consumed.isDisjointWith(characters)) && walk(to);
      });
    };
    return walk(begin);
  }

  /**
   * Returns the place at the end of an edge within a text of only these characters; null if no such text leads there.
   */
  #follow({ to, characters, assertion }: Edge, { before, behind }: Place, all: CharSet): Place | null {
    if (assertion !== undefined) {
      const around = this.#narrow(assertion, before, behind);
      return around.before.isEmpty || around.behind.isEmpty ? null : { node: to, ...around };
    }
    if (characters === null) return { node: to, before, behind };
    const possible = characters.intersect(behind);
    return possible.isEmpty ? null : { node: to, before: possible, behind: all };
  }

  /** Returns the characters that may stand around an assertion in the middle of a text. */
  #narrow(assertion: AST.Assertion, before: CharSet, behind: CharSet): Pick<Place, 'before' | 'behind'> {
    switch (assertion.kind) {
      case 'start':
        return { before: this.flags.multiline ? before.intersect(this.#lineEnds) : this.#none, behind };
      case 'end':
        return { before, behind: this.flags.multiline ? behind.intersect(this.#lineEnds) : this.#none };
      case 'word': {
        if (assertion.negate) return { before, behind };
        const [inside, outside] = [behind.intersect(this.#word), behind.without(this.#word)];
        const begins = before.without(this.#word).isEmpty ? this.#none : inside;
        const ends = before.intersect(this.#word).isEmpty ? this.#none : outside;
        return { before, behind: begins.union(ends) };
      }
      case 'lookbehind': {
        const sets = assertion.alternatives.map(({ elements }) => this.#edgeCharacters(elements, -1, assertion.negate));
        const named = sets.reduce((all, one) => all.union(one), this.#none);
        return { before: assertion.negate ? before.without(named) : before.intersect(named), behind };
      }
      case 'lookahead': {
        const sets = assertion.alternatives.map(({ elements }) => this.#edgeCharacters(elements, 0, assertion.negate));
        const named = sets.reduce((all, one) => all.union(one), this.#none);
        return { before, behind: assertion.negate ? behind.without(named) : behind.intersect(named) };
      }
    }
  }

  /**
   * The characters that the first or last element of an alternative of a lookaround stands for: at least them if all
   * must be excluded, at most them otherwise.
   */
  #edgeCharacters(elements: readonly AST.Element[], index: 0 | -1, isNegated: boolean): CharSet {
    const element = elements.at(index);
    if (element?.type === 'Assertion' && element.kind === (index === 0 ? 'end' : 'start')) {
      return this.flags.multiline ? this.#lineEnds : this.#none;
    }
    const characters = element === undefined ? null : this.#charactersOf(element);
    if (isNegated) return characters !== null && elements.length === 1 ? characters : this.#none;
    return characters ?? this.#all;
  }

  /** Returns the characters that an element stands for, if that is one character. */
  #charactersOf(element: AST.Element): CharSet | null {
    switch (element.type) {
      case 'Character':
      case 'CharacterClass':
      case 'CharacterSet':
      case 'ExpressionCharacterClass':
        return toUnicodeSet(element, this.flags).chars;
      case 'Quantifier':
        return element.min === 1 && element.max === 1 ? this.#charactersOf(element.element) : null;
      case 'Group':
      case 'CapturingGroup': {
        const sets = element.alternatives.map(({ elements: [only, ...others] }) =>
          only === undefined || others.length > 0 ? null : this.#charactersOf(only),
        );
        return sets.reduce((all, one) => (all === null || one === null ? null : all.union(one)), this.#none);
      }
      default:
        return null;
    }
  }

  /**
   * Returns true if everything after a repetition matches, wherever the repetition has read as much as it can: then an
   * attempt that gets there is a match, and no other attempt follows.
   */
  #surelyAccepts({ quantifier, end, characters }: Repetition): boolean {
    const seen = new Set<number>();
    const walk = (node: number): boolean => {
      if (node === this.#accept) return true;
      if (seen.has(node)) return false;
      seen.add(node);
      return (this.#edges[node] ?? []).some(({ to, characters: consumed, assertion, again }) => {
        if (consumed !== null || again === quantifier) return false;
        return (assertion === undefined || this.#surelyHolds(assertion, quantifier, characters)) && walk(to);
      });
    };
    return walk(end);
  }

  #surelyHolds(assertion: AST.Assertion, { greedy }: AST.Quantifier, repeated: CharSet): boolean {
    if (assertion.kind === 'end') return repeated.isAll;
    return (
      greedy &&
      assertion.kind === 'lookahead' &&
      assertion.negate &&
      assertion.alternatives.every(({ elements }) => {
        const first = elements[0] === undefined ? null : this.#charactersOf(elements[0]);
        return first?.isSubsetOf(repeated) === true;
      })
    );
  }

  #addNode(): number {
    return this.#edges.push([]) - 1;
  }

  #addEdge(from: number, edge: Edge): void {
    this.#edges[from]?.push(edge);
  }

  /** Adds the matching elements from a node on, and returns the node behind it. */
  #addAlternatives(alternatives: readonly AST.Alternative[], from: number, direction: 'left' | 'right'): number {
    const end = this.#addNode();
    for (const { elements } of alternatives) {
      const ordered = direction === 'right' ? elements : elements.toReversed();
      let at = this.#addNode();
      this.#addEdge(from, { to: at, characters: null });
      for (const element of ordered) at = this.#addElement(element, at, direction);
      this.#addEdge(at, { to: end, characters: null });
    }
    return end;
  }

  #addElement(element: AST.Element, from: number, direction: 'left' | 'right'): number {
    if (element.type === 'Group' || element.type === 'CapturingGroup') {
      return this.#addAlternatives(element.alternatives, from, direction);
    }
    if (element.type === 'Quantifier') return this.#addQuantifier(element, from, direction);
    const end = this.#addNode();
    if (element.type === 'Assertion') {
      this.#addEdge(from, { to: end, characters: null, assertion: element });
      if ('alternatives' in element) {
        this.#addAlternatives(element.alternatives, from, element.kind === 'lookahead' ? 'right' : 'left');
      }
    } else {
      this.#addEdge(from, { to: end, characters: this.#charactersOf(element) });
    }
    return end;
  }

  #addQuantifier(quantifier: AST.Quantifier, from: number, direction: 'left' | 'right'): number {
    const [begin, end] = [this.#addNode(), this.#addNode()];
    this.#addEdge(from, { to: begin, characters: null });
    if (quantifier.max === 0) this.#addEdge(begin, { to: end, characters: null });
    if (quantifier.max === 0) return end;
    const firstNode = this.#edges.length;
    this.#addEdge(this.#addElement(quantifier.element, begin, direction), { to: end, characters: null });
    const inside = this.#edges.slice(firstNode).flat();
    if (quantifier.min === 0) this.#addEdge(from, { to: end, characters: null });
    if (quantifier.max > 1) this.#addEdge(end, { to: begin, characters: null, again: quantifier });
    if (quantifier.max > MANY) {
      const sets = [...inside, ...(this.#edges[begin] ?? [])].map(({ characters }) => characters ?? this.#none);
      const characters = sets.reduce((all, one) => all.union(one), this.#none);
      this.#repetitions.push({ quantifier, begin, end, lastNode: this.#edges.length - 1, characters });
    }
    return end;
  }
}

function remember<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new Map<Key, Value>();
  return (key) => {
    const value = results.get(key) ?? compute(key);
    results.set(key, value);
    return value;
  };
}

function isNested({ quantifier: one }: Repetition, { quantifier: other }: Repetition): boolean {
  return one !== other && (contains(one, other) || contains(other, one));
}

function contains(outer: AST.Node, inner: AST.Node): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
