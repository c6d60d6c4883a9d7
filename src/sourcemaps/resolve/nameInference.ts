/** A function or class without a name of its own. */
export interface Nameable {
  name: string;
}

interface NamePart {
  readonly text: string;
  readonly isVariable: boolean;
}

/**
 * Infers the names that V8 shows for functions without a name of their own, from the variables and properties that they
 * are assigned to: `cart.pay` for `cart.pay = function () {}`, `Cart.pay` for `Cart.prototype.pay = function () {}`. V8
 * infers while it parses (`func-name-inferrer.h`); this class has the same steps, and is used for the code of one
 * function.
 */
export class NameInference {
  private parts: NamePart[] = [];
  private readonly scopes: number[] = [];
  private unnamed: Nameable[] = [];

  /**
   * @param enclosing the name of the function whose code it is; V8 takes one with a capital letter for a constructor
   */
  constructor(enclosing = '') {
    if (/^\p{Lu}/u.test(enclosing)) this.parts.push({ text: enclosing, isVariable: false });
  }

  enter(): void {
    this.scopes.push(this.parts.length);
  }

  leave(): void {
    this.parts.length = this.scopes.pop() ?? 0;
    if (this.scopes.length === 0) this.unnamed = [];
  }

  pushVariable(text: string): void {
    if (this.scopes.length > 0) this.parts.push({ text, isVariable: true });
  }

  push(text: string): void {
    if (this.scopes.length > 0 && text !== 'prototype') this.parts.push({ text, isVariable: false });
  }

  add(nameable: Nameable): void {
    if (this.scopes.length > 0) this.unnamed.push(nameable);
  }

  /** Removes the last function: it was an argument of a call, or called. */
  removeLast(): void {
    this.unnamed.pop();
  }

  infer(): void {
    if (this.unnamed.length === 0) return;
    const name = this.name();
    for (const nameable of this.unnamed) nameable.name = name;
    this.unnamed = [];
  }

  /**
   * Returns the inferred name. Of variables that follow each other, as in `a = b = function () {}`, the last one
   * counts.
   */
  private name(): string {
    const parts = this.parts.filter((part, index) => !(part.isVariable && this.parts[index + 1]?.isVariable === true));
    return parts.map(({ text }) => text).join('.');
  }
}
