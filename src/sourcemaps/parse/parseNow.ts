import { parse, type ParserOptions, type ParserPlugin } from '@babel/parser';
import { decompressContentSync } from '../../compression/eventBody';
import { checkMap } from '../lint/checkMap';
import { type FoundFunction, FUNCTION_KIND, findFunctions, type SyntaxNode } from '../resolve/findFunctions';
import {
  COMPONENT,
  type FunctionRanges,
  MAX_PARSED_CHARACTERS,
  packFunctions,
  type SourceLanguage,
} from '../resolve/functionRanges';
import { packMap } from '../resolve/packedMap';
import { InvalidSourceMap, readSourceMap } from '../resolve/sourceMap';
import { decodeUtf8 } from '../resolve/sourceText';
import { decodeInline, referenceInHeaders, referenceInText } from '../resolve/urls';
import type { MapRequest, ParserKind, ParserWork } from './parse';

/* The work of the thread that parses. Other threads load it only if there is no such thread. */

const WORK: { [Kind in ParserKind]: (request: ParserWork[Kind]['request']) => ParserWork[Kind]['result'] } = {
  check: ({ map }) => ({ findings: checkMap(map) }),
  map: parseMap,
  functions: ({ text, language }) => ({ functions: functionRanges(decodeUtf8(text), language) }),
};

/** Does work on this thread. */
export function parseNow<Kind extends ParserKind>(
  kind: Kind,
  request: ParserWork[Kind]['request'],
): ParserWork[Kind]['result'] {
  return WORK[kind](request);
}

function parseMap({ slices, size, inlineHeaders }: MapRequest): ParserWork['map']['result'] {
  const bytes = decompressContentSync(slices, size);
  const map = inlineHeaders === null ? readSourceMap(bytes) : readInline(bytes, inlineHeaders);
  return map instanceof InvalidSourceMap ? { invalid: map } : { map: packMap(map) };
}

function readInline(bytes: Uint8Array, headers: Readonly<Record<string, string>>): ReturnType<typeof readSourceMap> {
  const reference = referenceInHeaders(headers) ?? referenceInText(decodeUtf8(bytes)) ?? '';
  const content = decodeInline(reference);
  return content === null ? new InvalidSourceMap('its data URL cannot be decoded') : readSourceMap(content);
}

/** Returns the functions of a source. Null if it cannot be parsed. Never throws. */
export function functionRanges(text: string, language: SourceLanguage): FunctionRanges | null {
  if (text.length > MAX_PARSED_CHARACTERS) return null;
  try {
    if (language === 'vue' || language === 'svelte') return componentRanges(text, language);
    return programRanges(text, language);
  } catch {
    // The parser throws for code that it cannot read, and exhausts the stack for code that is nested too deeply.
    return null;
  }
}

type ProgramLanguage = Exclude<SourceLanguage, 'vue' | 'svelte'>;

function programRanges(text: string, language: ProgramLanguage): FunctionRanges | null {
  const program = parseProgram(text, language);
  return program === null ? null : packFunctions([findFunctions(program)], topLevelName(program, text));
}

const DECORATORS: ParserPlugin[] = ['decorators-legacy', 'decoratorAutoAccessors', 'explicitResourceManagement'];
const PLUGINS: Readonly<Record<ProgramLanguage, readonly ParserPlugin[][]>> = {
  javascript: [
    ['jsx', 'flow', ...DECORATORS],
    ['jsx', 'typescript', ...DECORATORS],
    ['jsx', ['decorators', { allowCallParenthesized: true }], 'decoratorAutoAccessors'],
  ],
  typescript: [
    ['typescript', ...DECORATORS],
    ['typescript', 'jsx', ...DECORATORS],
  ],
  tsx: [['typescript', 'jsx', ...DECORATORS]],
};
const OPTIONS: ParserOptions = {
  sourceType: 'unambiguous',
  errorRecovery: true,
  attachComment: false,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowNewTargetOutsideFunction: true,
  allowUndeclaredExports: true,
};

/** A program, and how many of its errors another set of extensions may not cause. */
interface ParsedProgram {
  readonly program: SyntaxNode;
  readonly errors: number;
}

/**
 * Parses a source with the first set of extensions that causes no errors, or else with the set that causes the smallest
 * number.
 */
function parseProgram(text: string, language: ProgramLanguage): SyntaxNode | null {
  let best: ParsedProgram | null = null;
  for (const plugins of PLUGINS[language]) {
    const parsed = tryToParse(text, plugins);
    if (parsed?.errors === 0) return parsed.program;
    if (parsed !== null && (best === null || parsed.errors < best.errors)) best = parsed;
  }
  return best?.program ?? null;
}

/** Errors of code that was read completely: names that are declared twice, and code that strict mode forbids. */
const SEMANTIC_ERROR =
  /^(?:(?:Var|Label|PrivateName)Redeclaration|Duplicate(?:Constructor|DefaultExport|Export|Proto|RegExpFlags)|Strict\w+)$/;

function tryToParse(text: string, plugins: ParserPlugin[]): ParsedProgram | null {
  const { stackTraceLimit } = Error;
  // A source can have some hundred thousand errors. Their stack traces take half of the time.
  Error.stackTraceLimit = 0;
  try {
    const { program, errors } = parse(text, { ...OPTIONS, plugins });
    const isSyntactic = ({ reasonCode }: { reasonCode: string }) => !SEMANTIC_ERROR.test(reasonCode);
    return { program: program as unknown as SyntaxNode, errors: (errors ?? []).filter(isSyntactic).length };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const COMMONJS_TOP_LEVEL = 'Object.<anonymous>';
const ANONYMOUS = '<anonymous>';

/**
 * Returns the name of top-level code. V8 shows code of CommonJS as `Object.<anonymous>`, because Node.js wraps it in a
 * function.
 */
function topLevelName(program: SyntaxNode, text: string): string {
  const statements = program['body'] as readonly SyntaxNode[];
  const isCommonJsType = statements.some(({ type }) => /^TS(?:ExportAssignment|ImportEqualsDeclaration)$/.test(type));
  if (isCommonJsType) return COMMONJS_TOP_LEVEL;
  if (program['sourceType'] === 'module') return ANONYMOUS;
  return /\brequire\(|\bmodule\.exports\b|\bexports\.\w/.test(text) ? COMMONJS_TOP_LEVEL : ANONYMOUS;
}

/** A script of a component file. */
interface ComponentScript {
  readonly start: number;
  readonly end: number;
  readonly attributes: string;
}

/** Finds the functions in the scripts of a Vue or Svelte file. Positions count from the beginning of the whole file. */
function componentRanges(text: string, language: 'vue' | 'svelte'): FunctionRanges | null {
  // Some maps have the script alone under the name of the file.
  if (!/^\s*</.test(text)) return programRanges(text, 'tsx');
  const functions: FoundFunction[] = [];
  const scripts = scriptsOf(text);
  if (language === 'vue') functions.push(...renderFunction(text, scripts));
  for (const script of scripts) {
    // Blanks in place of the text before the script keep its positions.
    const blank = text.slice(0, script.start).replace(/[^\n\r\u2028\u2029]/g, ' ');
    const isTyped = /\blang\s{0,5}=\s{0,5}["']?tsx?\b/.test(script.attributes);
    const program = parseProgram(blank + text.slice(script.start, script.end), isTyped ? 'tsx' : 'javascript');
    if (program === null) continue;
    const around = { kind: FUNCTION_KIND.plain, class: null, nameAt: null };
    const name = scriptFunction(script, language);
    functions.push({ ...around, name, start: positionOf(text, script.start), end: positionOf(text, script.end) });
    functions.push(...findFunctions(program));
  }
  return packFunctions([functions], null);
}

/**
 * Returns the name of the function whose code a script is. `<script setup>` of Vue is the code of a function `setup`;
 * other scripts are modules, or named after the file.
 */
function scriptFunction({ attributes }: ComponentScript, language: 'vue' | 'svelte'): string {
  if (language === 'vue') return /\ssetup\b/.test(attributes) ? 'setup' : '';
  return /\s(?:module\b|context\s{0,5}=\s{0,5}["']module)/.test(attributes) ? '' : COMPONENT;
}

/**
 * Returns the function whose code the template is, in a component without `setup`. With `setup`, it can also be the
 * code of a function without a name.
 */
function renderFunction(text: string, scripts: readonly ComponentScript[]): FoundFunction[] {
  const [start, end] = [text.indexOf('<template'), text.lastIndexOf('</template>')];
  const isAround = scripts.some((script) => start < script.start && script.start < end);
  const hasSetup = scripts.some(({ attributes }) => /\ssetup\b/.test(attributes));
  if (start === -1 || end < start || isAround || hasSetup) return [];
  const bounds = { start: positionOf(text, start), end: positionOf(text, end) };
  return [{ kind: FUNCTION_KIND.plain, class: null, nameAt: null, name: '_sfc_render', ...bounds }];
}

const MAX_SCRIPTS = 8;

function scriptsOf(text: string): ComponentScript[] {
  const scripts: ComponentScript[] = [];
  const opening = /<script\b([^>]{0,500})>/gi;
  for (let match = opening.exec(text); match !== null && scripts.length < MAX_SCRIPTS; match = opening.exec(text)) {
    const start = opening.lastIndex;
    const closing = text.indexOf('</script', start);
    const end = closing === -1 ? text.length : closing;
    scripts.push({ start, end, attributes: match[1] ?? '' });
    opening.lastIndex = end;
  }
  return scripts;
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/);
  return { line: lines.length, column: lines.at(-1)?.length ?? 0 };
}
