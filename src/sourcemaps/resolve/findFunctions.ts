import { NameInference } from './nameInference';

/** A node of the tree that the parser returns. Lines count from 1, columns from 0. */
export interface SyntaxNode {
  readonly type: string;
  readonly loc: { readonly start: SyntaxPosition; readonly end: SyntaxPosition };
  readonly [property: string]: unknown;
}

/** A position as the parser gives it: lines count from 1, columns from 0. */
export interface SyntaxPosition {
  readonly line: number;
  readonly column: number;
}

/** The kind of a function, as far as it decides how V8 names its frames. */
export const FUNCTION_KIND = {
  /** Functions, and everything else of which V8 prints no class. */
  plain: 0,
  /** Methods, static methods, and functions in fields of a class. */
  method: 1,
  constructor: 2,
  /** Functions in object literals. */
  property: 3,
  /** A key that is only known at run time. */
  computed: 4,
} as const;

export type FunctionKind = (typeof FUNCTION_KIND)[keyof typeof FUNCTION_KIND];

/** A class. Its name can be inferred after its members were visited. */
interface FoundClass {
  name: string;
  nameAt: SyntaxPosition | null;
}

/** A function of a source file, with the part of the file whose code V8 counts as the function's. */
export interface FoundFunction {
  readonly kind: FunctionKind;
  name: string;
  readonly class: FoundClass | null;
  readonly start: SyntaxPosition;
  /** The place of the closing brace, or the end of an expression. */
  readonly end: SyntaxPosition;
  /**
   * True if a call is written at the end of the function: a call of the function itself, or of the value that such a
   * call returns. V8 then reports the call there.
   */
  readonly isCalled?: boolean;
  /** Position of the name. */
  nameAt: SyntaxPosition | null;
}

/** The name that the place of an anonymous function or class gives it (ECMA-262, "NamedEvaluation"). */
interface GivenName {
  readonly name: string;
  readonly at: SyntaxPosition | null;
  readonly kind: FunctionKind;
  readonly class: FoundClass | null;
}

/** The rest of a visit, or a node to visit. */
type Step = SyntaxNode | (() => void);

/** Nodes that are gone in JavaScript, around an expression that stays. */
const TRANSPARENT = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSExportAssignment',
  'TypeCastExpression',
  'AsExpression',
  'AsConstExpression',
  'ParenthesizedExpression',
]);
/** Nodes of TypeScript with code in them. All others are types. */
const TYPESCRIPT_WITH_CODE = new Set([
  'TSModuleDeclaration',
  'TSModuleBlock',
  'TSEnumDeclaration',
  'TSEnumBody',
  'TSEnumMember',
  'TSParameterProperty',
]);
/** Members of nodes that contain types or no nodes. */
const SKIPPED_MEMBERS = new Set([
  'type',
  'loc',
  'start',
  'end',
  'extra',
  'errors',
  'comments',
  'tokens',
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
  'superTypeArguments',
  'implements',
  'predicate',
  'variance',
]);
/** Expressions whose parts are assignment expressions each. */
const HAS_ASSIGNMENTS = new Set([
  'ArrayExpression',
  'SequenceExpression',
  'TemplateLiteral',
  'SpreadElement',
  'JSXExpressionContainer',
]);
const IS_CALL = /^(?:OptionalCall|Call|New)Expression$/;
const NAMING_ASSIGNMENTS = new Set(['=', '||=', '&&=', '??=']);

const INSTANCE_INITIALIZER = '<instance_members_initializer>';
const STATIC_INITIALIZER = '<static_initializer>';

/**
 * Finds the functions of a program, named as V8 names them in stack traces. The visit keeps a stack of its own, because
 * generated sources are nested deeply. Outer functions come before those in them.
 */
export function findFunctions(program: SyntaxNode): FoundFunction[] {
  const visitor = new FunctionVisitor();
  visitor.visit(program);
  return visitor.functions;
}

class FunctionVisitor {
  readonly functions: FoundFunction[] = [];
  private readonly given = new Map<SyntaxNode, GivenName>();
  private readonly called = new Set<SyntaxNode>();
  private readonly steps: Step[] = [];
  private inference = new NameInference();
  /** The class of `this`, in its methods. */
  private thisClass: FoundClass | null = null;

  visit(program: SyntaxNode): void {
    this.steps.push(program);
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      if (typeof step === 'function') step();
      else this.enter(step);
    }
  }

  /** Steps to do before everything else, in this order. */
  private next(steps: readonly (Step | null)[]): void {
    for (let index = steps.length - 1; index >= 0; index -= 1) {
      const step = steps[index];
      if (step !== null && step !== undefined) this.steps.push(step);
    }
  }

  private enter(node: SyntaxNode): void {
    if (isParenthesized(node)) this.next(this.scoped([() => this.visitNode(node)]));
    else this.visitNode(node);
  }

  private visitNode(node: SyntaxNode): void {
    if (TRANSPARENT.has(node.type)) return this.next([nodeAt(node, 'expression')]);
    if (node.type.startsWith('TS') && !TYPESCRIPT_WITH_CODE.has(node.type)) return;
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return this.visitFunction(node);
      case 'ObjectMethod':
        return this.visitMethod(node, null);
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.visitClass(node);
      case 'VariableDeclarator':
        return this.visitVariable(node);
      case 'AssignmentExpression':
        return this.visitAssignment(node);
      case 'AssignmentPattern':
        return this.visitDefault(node);
      case 'ObjectProperty':
        return this.visitProperty(node);
      case 'CallExpression':
      case 'OptionalCallExpression':
      case 'NewExpression':
        return this.visitCall(node);
      case 'TaggedTemplateExpression':
        return this.visitTag(node);
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return this.visitAccess(node);
      case 'Identifier':
        return this.inference.pushVariable(textAt(node, 'name'));
      case 'ConditionalExpression':
        return this.visitConditional(node);
      case 'ExportDefaultDeclaration':
        return this.visitDefaultExport(node);
      case 'JSXAttribute':
        return this.visitAttribute(node);
      case 'TSModuleDeclaration':
      case 'TSEnumDeclaration':
        return this.visitNamespace(node);
      default:
        return this.next(HAS_ASSIGNMENTS.has(node.type) ? this.scopedChildren(node) : this.childSteps(node));
    }
  }

  private childSteps(node: SyntaxNode): Step[] {
    const children = childrenOf(node);
    return node.type.endsWith('Statement') ? this.scoped(children) : children;
  }

  private scopedChildren(node: SyntaxNode): Step[] {
    return childrenOf(node).flatMap((child) => this.scopedNode(child));
  }

  /** Steps in an inference scope of their own, as V8 opens one for each assignment expression. */
  private scoped(steps: readonly (Step | null)[]): Step[] {
    const enter = (): void => this.inference.enter();
    const leave = (): void => this.inference.leave();
    return [enter, ...steps.filter((step) => step !== null), leave];
  }

  private scopedNode(node: SyntaxNode | null): Step[] {
    return node === null ? [] : this.scoped([node]);
  }

  /** Visits code of another function: V8 compiles it on its own. */
  private isolated(name: string, thisClass: FoundClass | null, steps: readonly (Step | null)[]): Step[] {
    const outer = { inference: this.inference, thisClass: this.thisClass };
    const enter = (): void => {
      this.inference = new NameInference(name);
      this.thisClass = thisClass;
    };
    const leave = (): void => {
      this.inference = outer.inference;
      this.thisClass = outer.thisClass;
    };
    return [enter, ...steps.filter((step) => step !== null), leave];
  }

  private give(value: SyntaxNode | null, name: GivenName): void {
    const node = withoutTypes(value);
    if (node !== null && isAnonymous(node)) this.given.set(node, name);
  }

  private giveName(value: SyntaxNode | null, name: string, at: SyntaxPosition | null): void {
    this.give(value, { name, at, kind: FUNCTION_KIND.plain, class: null });
  }

  private add(parsedFunction: FoundFunction): FoundFunction {
    this.functions.push(parsedFunction);
    return parsedFunction;
  }

  private visitFunction(node: SyntaxNode): void {
    const body = nodeAt(node, 'body');
    if (body === null) return;
    const id = nodeAt(node, 'id');
    const given = this.given.get(node);
    const parsedFunction = this.add({
      kind: given?.kind ?? FUNCTION_KIND.plain,
      name: id === null ? (given?.name ?? '') : textAt(id, 'name'),
      class: given?.class ?? null,
      start: node.loc.start,
      end: endOf(node),
      isCalled: this.called.has(node),
      nameAt: id?.loc.start ?? given?.at ?? null,
    });
    if (parsedFunction.name === '' && parsedFunction.kind !== FUNCTION_KIND.computed && isInferable(node))
      this.inference.add(parsedFunction);
    // A function in parentheses is compiled with the code around it.
    this.visitBody(node, isParenthesized(node) ? '' : parsedFunction.name, parsedFunction.class);
  }

  private visitBody(node: SyntaxNode, name: string, inClass: FoundClass | null): void {
    const body = nodeAt(node, 'body');
    const thisClass = node.type === 'ArrowFunctionExpression' ? (inClass ?? this.thisClass) : inClass;
    const isExpression = body !== null && body.type !== 'BlockStatement';
    const steps = isExpression ? this.scopedNode(body) : [body];
    this.next(this.isolated(name, thisClass, [...nodesAt(node, 'params'), ...steps]));
  }

  private visitMethod(node: SyntaxNode, inClass: FoundClass | null): void {
    const key = keyOf(node);
    const body = nodeAt(node, 'body');
    const isConstructor = inClass !== null && node['kind'] === 'constructor';
    const kind = isConstructor
      ? FUNCTION_KIND.constructor
      : key.name === null
        ? FUNCTION_KIND.computed
        : inClass === null
          ? FUNCTION_KIND.property
          : FUNCTION_KIND.method;
    const accessor = node['kind'] === 'get' || node['kind'] === 'set' ? `${node['kind']} ` : '';
    const name = `${accessor}${key.name ?? ''}`;
    const steps: Step[] = [...nodesAt(node, 'decorators'), ...this.computedKey(node)];
    if (body !== null) {
      const start = nodeAt(node, 'key')?.loc.end ?? node.loc.start;
      const nameAt = isConstructor ? (inClass.nameAt ?? null) : key.at;
      steps.push(() => {
        this.add({ kind, name, class: inClass, start, end: endOf(node), isCalled: this.called.has(node), nameAt });
        this.visitBody(node, isConstructor ? inClass.name : name, inClass);
      });
    }
    this.next(steps);
  }

  private computedKey(node: SyntaxNode): Step[] {
    return node['computed'] === true ? this.scopedNode(nodeAt(node, 'key')) : [];
  }

  private visitClass(node: SyntaxNode): void {
    const id = nodeAt(node, 'id');
    const given = this.given.get(node);
    const parsedClass: FoundClass = {
      name: id === null ? (given?.name ?? '') : textAt(id, 'name'),
      nameAt: id?.loc.start ?? given?.at ?? null,
    };
    const body = nodeAt(node, 'body');
    const members = body === null ? [] : nodesAt(body, 'body');
    const decorators = nodesAt(node, 'decorators');
    const isImplicit = decorators.length === 0 && !members.some((member) => member['kind'] === 'constructor');
    if (isImplicit) this.addImplicitConstructor(node, parsedClass);
    this.next([
      ...decorators,
      ...this.scopedNode(nodeAt(node, 'superClass')),
      ...members.flatMap((member) =>
        this.scoped([() => this.visitMember(member, parsedClass), () => this.inference.infer()]),
      ),
      () => {
        if (parsedClass.name === '') this.inference.add(parsedClass);
      },
    ]);
  }

  /** Adds a constructor that is not written. Its frame is at the beginning of the class. */
  private addImplicitConstructor(node: SyntaxNode, parsedClass: FoundClass): void {
    const { line, column } = node.loc.start;
    const end = { line, column: column + 'class'.length };
    const kind = FUNCTION_KIND.constructor;
    this.add({ kind, name: '', class: parsedClass, start: { line, column }, end, nameAt: parsedClass.nameAt });
  }

  private visitMember(node: SyntaxNode, inClass: FoundClass): void {
    if (node.type === 'StaticBlock') {
      this.addInitializer(node, STATIC_INITIALIZER);
      this.next(this.isolated('', inClass, childrenOf(node)));
    } else if (node.type === 'ClassMethod' || node.type === 'ClassPrivateMethod') {
      this.visitMethod(node, inClass);
    } else this.visitField(node, inClass);
  }

  private visitField(node: SyntaxNode, inClass: FoundClass): void {
    const value = nodeAt(node, 'value');
    const key = keyOf(node);
    const steps: Step[] = [...nodesAt(node, 'decorators'), ...this.computedKey(node)];
    if (value !== null && node['declare'] !== true && !node.type.startsWith('TS')) {
      const kind = key.name === null ? FUNCTION_KIND.computed : FUNCTION_KIND.method;
      this.give(value, { name: key.name ?? '', at: key.at, kind, class: inClass });
      steps.push(
        () => {
          this.addInitializer(value, node['static'] === true ? STATIC_INITIALIZER : INSTANCE_INITIALIZER);
          if (key.name !== null) this.inference.push(key.name);
        },
        ...this.scopedNode(value),
      );
    }
    this.next(steps);
  }

  private addInitializer(node: SyntaxNode, name: string): void {
    const { start, end } = node.loc;
    this.add({ kind: FUNCTION_KIND.plain, name, class: null, start, end, nameAt: null });
  }

  private visitVariable(node: SyntaxNode): void {
    const id = nodeAt(node, 'id');
    const init = nodeAt(node, 'init');
    if (id?.type !== 'Identifier') {
      this.next(this.scoped([id, ...this.scopedNode(init)]));
      return;
    }
    const name = textAt(id, 'name');
    this.giveName(init, name, id.loc.start);
    this.next(
      this.scoped([
        () => this.inference.pushVariable(name),
        ...this.scopedNode(init),
        () => this.inferUnlessCall(init),
      ]),
    );
  }

  private inferUnlessCall(value: SyntaxNode | null): void {
    const type = withoutTypes(value)?.type ?? '';
    if (IS_CALL.test(type)) this.inference.removeLast();
    else this.inference.infer();
  }

  private visitAssignment(node: SyntaxNode): void {
    const left = nodeAt(node, 'left');
    const right = nodeAt(node, 'right');
    const isNaming = NAMING_ASSIGNMENTS.has(textAt(node, 'operator'));
    if (isNaming && left?.type === 'Identifier') this.giveName(right, textAt(left, 'name'), left.loc.start);
    if (left?.type === 'MemberExpression') this.giveOwner(left, right);
    this.next([
      left,
      ...this.scopedNode(right),
      () => {
        if (isNaming) this.inferUnlessCall(right);
        else this.inference.removeLast();
      },
    ]);
  }

  /**
   * Gives a function that is assigned to a property its class, which it has only if it is assigned to `this.name`, and
   * the place of the name that V8 infers.
   */
  private giveOwner(left: SyntaxNode, right: SyntaxNode | null): void {
    const isThis = nodeAt(left, 'object')?.type === 'ThisExpression';
    const owner = isThis ? this.thisClass : null;
    const kind = owner === null ? FUNCTION_KIND.plain : FUNCTION_KIND.method;
    this.give(right, { name: '', at: nodeAt(left, 'property')?.loc.start ?? null, kind, class: owner });
  }

  private visitDefault(node: SyntaxNode): void {
    const left = nodeAt(node, 'left');
    const right = nodeAt(node, 'right');
    if (left?.type === 'Identifier') this.giveName(right, textAt(left, 'name'), left.loc.start);
    this.next([left?.type === 'Identifier' ? null : left, ...this.scopedNode(right)]);
  }

  private visitProperty(node: SyntaxNode): void {
    const value = nodeAt(node, 'value');
    const key = keyOf(node);
    const kind = key.name === null ? FUNCTION_KIND.computed : FUNCTION_KIND.property;
    this.give(value, { name: key.name ?? '', at: key.at, kind, class: null });
    const push = (): void => {
      if (node['computed'] !== true && key.name !== null) this.inference.push(key.name);
    };
    this.next(this.scoped([...this.computedKey(node), push, ...this.scopedNode(value), () => this.inference.infer()]));
  }

  private visitCall(node: SyntaxNode): void {
    const values = nodesAt(node, 'arguments').flatMap((argument) => this.scopedNode(argument));
    const remove = (): void => this.inference.removeLast();
    this.noteCalled(nodeAt(node, 'callee'));
    this.next([nodeAt(node, 'callee'), ...values, node.type === 'NewExpression' ? null : remove]);
  }

  private visitTag(node: SyntaxNode): void {
    this.noteCalled(nodeAt(node, 'tag'));
    this.next(this.childSteps(node));
  }

  private noteCalled(callee: SyntaxNode | null): void {
    for (let last = callee; last !== null; last = lastPartOf(last)) this.called.add(last);
  }

  private visitAccess(node: SyntaxNode): void {
    const property = nodeAt(node, 'property');
    const isComputed = node['computed'] === true;
    const name = property === null ? '' : accessedName(property, isComputed);
    const steps = isComputed ? this.scopedNode(property) : [];
    this.next([nodeAt(node, 'object'), ...steps, () => this.inference.push(name)]);
  }

  private visitConditional(node: SyntaxNode): void {
    const branches = [nodeAt(node, 'consequent'), nodeAt(node, 'alternate')];
    this.next([nodeAt(node, 'test'), ...branches.flatMap((branch) => this.scopedNode(branch))]);
  }

  private visitDefaultExport(node: SyntaxNode): void {
    const declaration = nodeAt(node, 'declaration');
    this.giveName(declaration, 'default', null);
    this.next(this.scopedNode(declaration));
  }

  /**
   * Visits an attribute. JSX compiles to an object with the attributes, so that their functions have the names of
   * attributes.
   */
  private visitAttribute(node: SyntaxNode): void {
    const container = nodeAt(node, 'value');
    const name = nodeAt(node, 'name');
    if (container?.type === 'JSXExpressionContainer' && name?.type === 'JSXIdentifier') {
      const kind = FUNCTION_KIND.property;
      this.give(nodeAt(container, 'expression'), {
        name: textAt(name, 'name'),
        at: name.loc.start,
        kind,
        class: null,
      });
    }
    this.next(this.scopedNode(container));
  }

  /** Visits a namespace or an enum, which compile to anonymous functions. */
  private visitNamespace(node: SyntaxNode): void {
    const body = nodeAt(node, 'body');
    if (node['declare'] === true) return;
    const { start, end } = (body ?? node).loc;
    this.add({ kind: FUNCTION_KIND.plain, name: '', class: null, start, end, nameAt: null });
    this.next(this.isolated('', null, body === null ? childrenOf(node) : [body]));
  }
}

/** The name of a key. Null if it is only known at run time. */
interface KeyName {
  readonly name: string | null;
  readonly at: SyntaxPosition | null;
}

function keyOf(node: SyntaxNode): KeyName {
  const key = nodeAt(node, 'key');
  if (key === null) return { name: null, at: null };
  return { name: keyText(key, node['computed'] === true), at: key.loc.start };
}

function keyText(key: SyntaxNode, isComputed: boolean): string | null {
  switch (key.type) {
    case 'Identifier':
      return isComputed ? null : textAt(key, 'name');
    case 'PrivateName':
      return `#${textAt(nodeAt(key, 'id') ?? key, 'name')}`;
    case 'StringLiteral':
    case 'BigIntLiteral':
      return textAt(key, 'value');
    case 'NumericLiteral':
      return String(key['value']);
    case 'TemplateLiteral':
      return templateText(key);
    case 'MemberExpression':
      return wellKnownSymbol(key);
    default:
      return null;
  }
}

function templateText(node: SyntaxNode): string | null {
  const [quasi, ...more] = nodesAt(node, 'quasis');
  const value = quasi?.['value'] as { cooked?: unknown } | undefined;
  return more.length === 0 && typeof value?.cooked === 'string' ? value.cooked : null;
}

function wellKnownSymbol(node: SyntaxNode): string | null {
  const object = nodeAt(node, 'object');
  const property = nodeAt(node, 'property');
  const isSymbol = object?.type === 'Identifier' && object['name'] === 'Symbol' && node['computed'] !== true;
  return isSymbol && property !== null ? `[Symbol.${textAt(property, 'name')}]` : null;
}

/** Returns the name that V8 takes from `a.name`, `a['name']` and `a[expression]`. */
function accessedName(property: SyntaxNode, isComputed: boolean): string {
  const name = keyText(property, isComputed);
  return name !== null && (!isComputed || property.type === 'StringLiteral') ? name : '<computed>';
}

/**
 * Returns the end of a function. Its closing brace is not part of it: no call stands there, except one of the function
 * itself.
 */
function endOf(node: SyntaxNode): SyntaxPosition {
  const body = nodeAt(node, 'body');
  const { line, column } = node.loc.end;
  return body?.type === 'BlockStatement' ? { line, column: Math.max(column - 1, 0) } : { line, column };
}

function isAnonymous(node: SyntaxNode): boolean {
  return /^(?:Arrow)?Function|^Class(?:Expression|Declaration)$/.test(node.type) && nodeAt(node, 'id') === null;
}

/**
 * Returns true if V8 infers a name: it infers none for functions in parentheses, except asynchronous arrow functions.
 */
function isInferable(node: SyntaxNode): boolean {
  return !isParenthesized(node) || (node.type === 'ArrowFunctionExpression' && node['async'] === true);
}

function isParenthesized(node: SyntaxNode): boolean {
  return (node['extra'] as { parenthesized?: boolean } | undefined)?.parenthesized === true;
}

function withoutTypes(value: SyntaxNode | null): SyntaxNode | null {
  let node = value;
  while (node !== null && TRANSPARENT.has(node.type)) node = nodeAt(node, 'expression');
  return node;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const member of Object.keys(node)) {
    if (SKIPPED_MEMBERS.has(member)) continue;
    const value = node[member];
    if (Array.isArray(value)) for (const item of value as unknown[]) if (isNode(item)) children.push(item);
    if (isNode(value)) children.push(value);
  }
  return children;
}

/** Returns the part of a node that ends last: behind it, only brackets close. Null for a call without arguments. */
function lastPartOf(node: SyntaxNode): SyntaxNode | null {
  const parts = IS_CALL.test(node.type) ? nodesAt(node, 'arguments') : childrenOf(node);
  let last: SyntaxNode | null = null;
  for (const part of parts) if (last === null || isBehind(part, last)) last = part;
  return last;
}

function isBehind(one: SyntaxNode, other: SyntaxNode): boolean {
  const [a, b] = [one.loc.end, other.loc.end];
  return a.line > b.line || (a.line === b.line && a.column > b.column);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'loc' in value;
}

function nodeAt(node: SyntaxNode, member: string): SyntaxNode | null {
  const value = node[member];
  return isNode(value) ? value : null;
}

function nodesAt(node: SyntaxNode, member: string): SyntaxNode[] {
  const value = node[member];
  return Array.isArray(value) ? (value as unknown[]).filter(isNode) : [];
}

function textAt(node: SyntaxNode, member: string): string {
  const value = node[member];
  return typeof value === 'string' ? value : '';
}
