/*
 * Parses enough SQL to find the values by which each table of a statement is accessed: the tables with their aliases
 * and scopes (parentheses), and the operands that their columns are compared with.
 */

/**
 * The condition on a column that a table is accessed by: one value, several values or values of other rows, or none.
 */
export type Found = 'by value' | 'by list' | 'not';

/** A reference to a table. */
export interface Reference {
  readonly table: string;
  readonly found: Found;
}

interface Named {
  readonly table: string;
  readonly alias: string;
  /** True if rows are inserted into it; its columns are then qualified by its name. */
  readonly isTarget: boolean;
  /** The parentheses around it, from the outermost. */
  readonly scope: readonly number[];
  group: { found: Found };
}

const TOKEN = /'(?:[^']|'')*'|"[^"]*"|[A-Za-z_][A-Za-z_0-9]*|\d+|<>|<=|>=|->>|->|\|\||\S/g;
const NOT_ALIASES =
  /^(AS|ON|SET|WHERE|CROSS|JOIN|LEFT|INNER|ORDER|GROUP|LIMIT|VALUES|USING|RETURNING|SELECT|DO|UNION)$/i;

/** @param columns the column by which each table must be accessed */
export function referencesOf(sql: string, columns: ReadonlyMap<string, string>): Reference[] {
  return new Reading(sql, columns).references();
}

class Reading {
  private readonly tokens: string[];
  private readonly scopes: (readonly number[])[] = [];
  private readonly named: Named[] = [];

  constructor(
    sql: string,
    private readonly columns: ReadonlyMap<string, string>,
  ) {
    this.tokens = sql.match(TOKEN) ?? [];
    this.findScopes();
    this.findTables();
    this.tokens.forEach((token, at) => this.compare(token, at));
  }

  references(): Reference[] {
    return this.named.map(({ table, group }) => ({ table, found: group.found }));
  }

  private findScopes(): void {
    let next = 0;
    const open: number[] = [];
    for (const token of this.tokens) {
      if (token === '(') open.push((next += 1));
      this.scopes.push([...open]);
      if (token === ')') open.pop();
    }
  }

  private findTables(): void {
    this.tokens.forEach((table, at) => {
      if (!this.columns.has(table) || !this.isTable(at)) return;
      const follows = this.tokens[at + 1]?.toUpperCase() === 'AS' ? at + 2 : at + 1;
      const word = this.tokens[follows] ?? '';
      const alias = /^\w+$/.test(word) && !NOT_ALIASES.test(word) ? word : table;
      const isTarget = /^INTO$/i.test(this.tokens[at - 1] ?? '');
      this.named.push({ table, alias, isTarget, scope: this.scopes[at] ?? [], group: { found: 'not' } });
      if (isTarget) this.findInserted(table, at);
    });
  }

  private isTable(at: number): boolean {
    return /^(FROM|JOIN|UPDATE|INTO)$/i.test(this.tokens[at - 1] ?? '') && this.tokens[at + 1] !== '.';
  }

  /** An inserted row is accessed by the value of its column. */
  private findInserted(table: string, at: number): void {
    const end = this.tokens.indexOf(')', at);
    const inserted = this.tokens.slice(at + 1, end).includes(this.columns.get(table) ?? '');
    const [last] = this.named.slice(-1);
    if (inserted && last !== undefined) last.group.found = 'by value';
  }

  /** `column = …` and `column IN (`, unless one of several conditions is enough. */
  private compare(token: string, at: number): void {
    if (token !== '=' && !/^IN$/i.test(token)) return;
    const left = this.columnBefore(at);
    if (this.isOptional(at)) return;
    if (token !== '=') return left === undefined ? undefined : improve(left, 'by list');
    const right = this.columnAfter(at + 1);
    if (left !== undefined && right !== undefined) return this.join(left, right);
    const column = left ?? right;
    if (column === undefined) return;
    const other = left === undefined ? this.tokens[at - 1] : this.tokens[at + 1];
    improve(column, other === '?' ? 'by value' : 'by list');
  }

  private columnBefore(at: number): Named | undefined {
    const column = this.tokens[at - 1] ?? '';
    return this.tokens[at - 2] === '.' ? this.find(column, this.tokens[at - 3], at) : this.find(column, undefined, at);
  }

  private columnAfter(at: number): Named | undefined {
    if (this.tokens[at + 1] === '.') return this.find(this.tokens[at + 2] ?? '', this.tokens[at], at);
    return this.find(this.tokens[at] ?? '', undefined, at);
  }

  /** Finds the table of a column, in this scope or an enclosing one. */
  private find(column: string, alias: string | undefined, at: number): Named | undefined {
    const scope = this.scopes[at] ?? [];
    const visible = this.named.filter((one) => one.scope.every((number, depth) => scope[depth] === number));
    const meant = visible.filter((one) => (alias === undefined ? !one.isTarget : one.alias === alias));
    const nearest = meant.sort((a, b) => b.scope.length - a.scope.length)[0];
    return nearest !== undefined && this.columns.get(nearest.table) === column ? nearest : undefined;
  }

  private isOptional(at: number): boolean {
    const scope = String(this.scopes[at]);
    return this.tokens.some((token, other) => /^OR$/i.test(token) && String(this.scopes[other]) === scope);
  }

  private join(one: Named, other: Named): void {
    improve(one, other.group.found);
    const { group } = other;
    for (const named of this.named) if (named.group === group) named.group = one.group;
  }
}

function improve({ group }: Named, found: Found): void {
  if (group.found !== 'by value') group.found = found === 'not' ? group.found : found;
}
