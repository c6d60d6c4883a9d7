import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Parser from '@babel/parser';
import { functionNameOf } from '../../../src/sourcemaps/resolve/rewriteFrames';
import { functionRanges } from '../../../src/sourcemaps/parse/parseNow';
import {
  functionAt,
  functionsToLineEnd,
  languageOf,
  MAX_PARSED_CHARACTERS,
  sizeOfRanges,
  type SourceLanguage,
} from '../../../src/sourcemaps/resolve/functionRanges';

interface V8Frame {
  readonly name: string | null;
  readonly line: number;
  readonly column: number;
}

const FORMS = join(__dirname, 'functionForms');
const runForms = (file: string): V8Frame[] =>
  JSON.parse(execFileSync(process.execPath, [join(FORMS, file)], { encoding: 'utf8' })) as V8Frame[];

/** Node.js before 22 repeats the name of an accessor. */
const asNewestV8 = (name: string | null): string => name?.replace(/^([gs]et (.*)) \[as \2\]$/, '$1') ?? '<anonymous>';

/**
 * Returns the names that a minified bundle sends for a frame: short names of functions and classes, but types of the
 * runtime.
 */
const minified = (name: string | null): string | null =>
  name
    ?.replace(/^new .*/, 'new t')
    .replace(/^(?!(?:Object|Array|Timeout|Immediate|EventEmitter)\b)[A-Z]\w*(?=\.)/, 't')
    .replace(/^\w+$/, 'e') ?? null;

test.each(['script.cjs', 'module.mjs', 'defaults.mjs'])('functions of %s are named as V8 names them', (file) => {
  const ranges = functionRanges(readFileSync(join(FORMS, file), 'utf8'), 'javascript')!;
  const frames = runForms(file);
  const named = frames.map(({ name, line, column }) => {
    // Keys that are computed are in bundles as they are in the source.
    const sent = name !== null && /computed$/.test(name) ? name : minified(name);
    return functionNameOf(functionAt(ranges, line, column)!, sent, true, file);
  });
  const describe = (names: readonly string[]) => names.map((name, index) => `${frames[index]?.line}: ${name}`);
  expect(describe(named)).toEqual(describe(frames.map(({ name }) => asNewestV8(name))));
  expect(frames.length).toBeGreaterThan(file === 'script.cjs' ? 100 : 2);
});

/** Returns the name at the mark `▮` of a text. */
function nameAt(marked: string, language: SourceLanguage, sent: string | null = null, source = ''): string | null {
  const before = marked.slice(0, marked.indexOf('▮')).split(/\r\n|[\n\r\u2028\u2029]/);
  const ranges = functionRanges(marked.replace('▮', ''), language);
  const enclosing = ranges === null ? null : functionAt(ranges, before.length, before.at(-1)!.length + 1);
  return enclosing === null ? null : functionNameOf(enclosing, sent, false, source);
}

test.each<[SourceLanguage, string, string]>([
  ['typescript', 'class Shop<T> { constructor(private readonly id = ▮make()) {} }', 'new Shop'],
  ['typescript', 'class Shop { async pay(order: Order): Promise<void> { ▮fail() } }', 'Shop.pay'],
  ['typescript', 'const pay = (async <T,>(order: T) => { ▮fail() }) satisfies Pay;', 'pay'],
  ['typescript', 'const pay = <Pay>((order) => ▮fail());', 'pay'],
  ['typescript', 'export function pay(id: string): void;\nexport function pay(id: unknown) { ▮fail() }', 'pay'],
  ['typescript', 'abstract class A { abstract pay(): void; declare x: number; run() { ▮fail() } }', 'A.run'],
  ['typescript', '@Controller()\nclass Shop { @Get() pay(@Param("id") id: string) { ▮fail() } }', 'Shop.pay'],
  ['typescript', '@▮Controller()\nclass Shop { }', '<anonymous>'],
  ['typescript', 'namespace shop { export function pay() { ▮fail() } }', 'pay'],
  ['typescript', 'namespace shop { ▮fail() }', '<anonymous>'],
  ['typescript', 'enum Color { Red = ▮value() }\nexport {};', '<anonymous>'],
  ['typescript', 'import a = require("a");\n▮fail();', 'Object.<anonymous>'],
  ['typescript', 'let x = y as any as () => void;\nfunction pay() { ▮fail()! }', 'pay'],
  ['typescript', 'class A { accessor x = () => { ▮fail() } }', 'A.x'],
  ['tsx', 'export const Cart = () => <button onClick={() => { ▮fail() }} />;', 'onClick'],
  [
    'tsx',
    'export default function Cart() { return <ul>{items.map((item) => <li>{▮price(item)}</li>)}</ul>; }',
    '<anonymous>',
  ],
  [
    'javascript',
    'export default function Cart() { useEffect(() => { ref.current = () => ▮fail(); }); }',
    'ref.current',
  ],
  ['javascript', 'function App() { ref.current = () => ▮fail(); }', 'App.ref.current'],
  ['javascript', 'const App = React.memo(function App() { ▮fail() });', 'App'],
  ['javascript', 'const App = React.memo(() => { ▮fail() });', '<anonymous>'],
  ['javascript', '// @flow\nfunction pay(order: ?Order, ...rest: Array<mixed>): %checks { ▮fail() }', 'pay'],
  ['javascript', 'const pay = (order: Order): Promise<void> => { ▮fail() };', 'pay'],
  ['javascript', 'class A { #total: number = 0; pay(x: number) { ▮fail() } }', 'A.pay'],
  ['javascript', 'class A extends ▮mixin(B) {}', '<anonymous>'],
  ['javascript', 'class A { [▮key()]() {} }', '<anonymous>'],
  ['javascript', 'class A { static x = ▮fail() }', '<static_initializer>'],
  ['javascript', 'class A { x = ▮fail() }', '<instance_members_initializer>'],
  ['javascript', '▮class A { x = fail() }', 'new A'],
  ['javascript', 'const x = require("x");\n▮fail();', 'Object.<anonymous>'],
  ['javascript', 'import x from "x";\n▮fail();', '<anonymous>'],
  ['javascript', 'for (const x of y) { function pay() { ▮fail() } }', 'pay'],
  ['javascript', 'function a() {}\r\nfunction b() {\r\n  ▮fail() }', 'b'],
  ['javascript', 'function a() {}\u2028function b() {\u2029\t▮fail() }', 'b'],
  ['javascript', 'const text = "😀😀"; function a() {} const b = () => ▮fail();', 'b'],
  ['javascript', 'function a() { function b() {▮} }', 'a'],
  ['javascript', '(function () { fail() ▮})();\nexport {};', '<anonymous>'],
  ['javascript', 'function a() { (() => { fail() ▮})() }', 'a'],
  ['javascript', 'function a() { add(1)(2▮)() }', 'a'],
  ['javascript', 'function a() {}▮ function b() {}', '<anonymous>'],
  ['javascript', '#!/usr/bin/env node\nfunction a() { ▮fail() }', 'a'],
  ['vue', '<template><p/></template>\n<script>\nexport default { methods: { pay() { ▮fail() } } }\n</script>', 'pay'],
  ['vue', '<script setup lang="ts">\nconst pay = (x: string) => { ▮fail() }\n</script>\n<template/>', 'pay'],
  ['vue', '<script setup lang="ts">\nconst x: number = ▮fail()\n</script>\n<template/>', 'setup'],
  [
    'vue',
    '<script lang="ts">\nexport const a = 1\n</script>\n<script setup>\nfunction b() { ▮fail() }\n</script>',
    'b',
  ],
  ['vue', 'export default { methods: { pay(): void { ▮fail() } } }', 'pay'],
  ['vue', '<template>{{ ▮fail() }}</template>\n<script>export default {}</script>', '_sfc_render'],
  [
    'svelte',
    '<script lang="ts">\n  let { x }: Props = $props();\n  function pay() { ▮fail() }\n</script>\n<p/>',
    'pay',
  ],
  ['svelte', '<script>\n  ▮fail()\n</script>', 'Cart_Item'],
  ['svelte', '<script context="module">\n  ▮fail()\n</script>', '<anonymous>'],
])('in %s, the name in %j is %s', (language, marked, expected) => {
  expect(nameAt(marked, language, null, 'src/Cart-Item.svelte?x')).toBe(expected);
});

test.each<[SourceLanguage, string]>([
  ['vue', '<template>{{ ▮fail() }}</template>\n<script setup>const a = 1;</script>'],
  ['svelte', '<p>{▮fail()}</p>'],
  ['javascript', 'function a() { fail(); ▮} a();'],
  ['javascript', 'body { ▮color: red }}}'],
  ['javascript', `${'('.repeat(100_000)}▮1${')'.repeat(100_000)}`],
  ['javascript', `▮${' '.repeat(MAX_PARSED_CHARACTERS + 1)}`],
])('in %s, the function in some text is not known', (language, marked) => {
  expect(nameAt(marked, language)).toBeNull();
});

test.each([
  'const a = 1; const a = 2; function pay() { ▮fail() }',
  'function pay() { ▮fail() } export { gone };',
  'function pay() { return delete x, ▮fail(); } with (y) {}',
])('code with an error is parsed in spite of it: %s', (marked) => {
  expect(nameAt(marked, 'javascript')).toBe('pay');
});

test.each([
  ['▮const total = (list) => list.reduce((sum, one) => sum + one, 0);', ['total', '']],
  ['function pay() {\n▮  list.map((one) => one);\n}', ['pay', '']],
  ['function pay() {\n  run(() => {\n▮  });\n}', ['', 'pay']],
  ['▮function pay() {}\nfunction refund() {}', ['pay']],
])('the functions from the mark to the end of the line in %j are %j', (marked, names) => {
  const before = marked.slice(0, marked.indexOf('▮')).split('\n');
  const ranges = functionRanges(marked.replace('▮', ''), 'javascript')!;
  const functions = functionsToLineEnd(ranges, before.length, before.at(-1)!.length + 1);
  expect(functions.map(({ name }) => name)).toEqual(names);
});

test.each([
  ['names that are declared twice', 'let a; let a; class A { #b; #b; } export { a }; export { a };'],
  ['what strict mode forbids', '"use strict"; with (a) { delete a; } export {};'],
])('a source with %s is parsed once', (_, text) => {
  const parse = jest.spyOn(jest.requireActual<typeof Parser>('@babel/parser'), 'parse');
  try {
    const ranges = functionRanges(`${text}\nfunction pay() {\n}`, 'javascript')!;
    expect(functionAt(ranges, 2, 17)).toMatchObject({ name: 'pay' });
    expect(parse).toHaveBeenCalledTimes(1);
  } finally {
    parse.mockRestore();
  }
});

test('deeply nested functions are found', () => {
  const depth = 150;
  const text = `${'function f() { '.repeat(depth)}function pay() { ▮fail() }${'}'.repeat(depth)}`;
  expect(nameAt(text, 'javascript')).toBe('pay');
});

test('a table has only typed arrays and short texts, and tells its size', () => {
  const ranges = functionRanges('class Shop { pay() {} refund() {} }', 'javascript')!;
  const clone = structuredClone(ranges);
  expect(functionAt(clone, 1, 20)).toEqual({ kind: 1, name: 'pay', className: 'Shop' });
  expect(sizeOfRanges(ranges)).toBeLessThan(300);
  const values = Object.values(ranges) as unknown[];
  expect(values.filter((value) => !ArrayBuffer.isView(value))).toEqual(['<anonymous>']);
});

test.each([
  ['src/pay.ts', 'typescript'],
  ['webpack://shop/./src/App.tsx?3f2a', 'tsx'],
  ['src/App.vue?vue&type=script&lang.ts', 'vue'],
  ['src/pay', 'javascript'],
  ['src/pay.MJS', 'javascript'],
  ['', 'javascript'],
  ['src/style.css', null],
  ['src/main.rs', null],
])('the language of %s is %s', (source, language) => {
  expect(languageOf(source)).toBe(language);
});
