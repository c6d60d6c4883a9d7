import type { FrameIdentity, FrameLabel } from '../stacktrace';
import { familyOf } from './ruleSyntax';

/**
 * Returns the name of a C, C++, Objective-C, Swift or Kotlin/Native function as written in the source: without
 * parameters, type arguments and return type, and without additions of compilers for closures, specializations,
 * inlining and linking.
 */
export function nativeFunction(sent: string): string {
  if (sent.startsWith('kfun:')) return kotlinFunction(sent);
  const name = withoutBlock(withoutPrefixes(ADDITIONS.reduce((text, pattern) => text.replace(pattern, ''), sent)));
  if (/^[-+]\[/.test(name) || /^[\w$.~]*$/.test(name)) return name;
  return (isSwift(name) ? swiftFunction(name) : cppFunction(name)) || sent;
}

/**
 * Suffixes that compilers and linkers add to a name: clones, versions of the binary interface and of symbols, handlers,
 * offsets, tokens of IL2CPP.
 */
const ADDITIONS: readonly RegExp[] = [
  /(?<=[\w)]) ?\+ ?(?:0x[0-9a-f]{1,16}|\d{1,10})$/,
  / \[clone [^\]]{1,40}\]/g,
  /\[abi:[^\]]{1,20}\]/g,
  / \(\.[\w.]+\)$/,
  /(?:\.(?:cold|part|constprop|isra|llvm|lto_priv|localalias|resume|destroy|cleanup|actor|warm|eh|_omp_fn|omp_outlined|__uniq)\b\.?(?:\d{1,20}\b)?){1,6}$/,
  /@plt$|@@?[A-Z]\w*_[\d.]+$/,
  /(?:\$(?:catch|filt|fin|dtor)\$\d{1,4}){1,4}$/,
  / (?:const|volatile|noexcept|&{1,2})$/,
  /_m[0-9A-F]{40}$/,
];

/** Words that Swift and C++ write before the name of a function for code generated from it. */
const PREFIXES = [
  'specialized ',
  'merged ',
  '@objc ',
  '@nonobjc ',
  'static ',
  'partial apply for ',
  'partial apply forwarder for ',
  'thunk for ',
  'reabstraction thunk helper for ',
  'protocol witness for ',
  'dispatch thunk of ',
  'curry thunk of ',
  'method lookup function for ',
  'async function pointer to ',
  'variable initialization expression of ',
  'non-virtual thunk to ',
  'virtual thunk to ',
  'covariant return thunk to ',
  '[thunk]:',
];
const NUMBERED_PREFIX =
  /^(?:\(\d+\) (?:suspend|await) resume partial function for |default argument \d+ of |\(extension in [\w.]+\):)/;
/** Closures and deferred blocks. Their type may precede the enclosing function. */
const CLOSURE = /^(?:implicit )?(?:closure|\$?defer) #\d+ /;
const SPECIALIZATION = /^(?:generic|function signature) (?:partial )?specialization </;
const MAX_PREFIXES = 8;

function withoutPrefixes(sent: string): string {
  let name = sent;
  for (let count = 0; count < MAX_PREFIXES; count++) {
    const prefix = PREFIXES.find((prefix) => name.startsWith(prefix)) ?? NUMBERED_PREFIX.exec(name)?.[0];
    if (prefix !== undefined) name = name.slice(prefix.length);
    else if (CLOSURE.test(name) && name.includes(' in ')) name = name.slice(name.indexOf(' in ') + 4);
    else if (SPECIALIZATION.test(name)) name = name.slice(closingOf(name, name.indexOf('<'))).replace(/^ of /, '');
    else break;
  }
  return name;
}

/**
 * Returns the enclosing function of an Objective-C or C block: `__24-[Cart total]_block_invoke_2`,
 * `__main_block_invoke`.
 */
function withoutBlock(name: string): string {
  const plain = name.replace(/(?:_block_invoke(?:[_.]\d{1,6}){0,2}){1,6}$/, '');
  return plain === name ? name : plain.replace(/^__(?:\d+(?=[-+]\[))?/, '');
}

/** Returns true if a signature names parameters or a result in Swift's notation. */
function isSwift(name: string): boolean {
  return / -> | : |\([\w$]+:(?!:)|^[\w$]+ #\d+ |\([\w$]+ in [_$]\w+\)/.test(name) && !name.includes('::');
}

/**
 * Returns the name with the labels of parameters, which are a part of it: `Cart.total(of:)`. A local function keeps
 * only its own name.
 */
function swiftFunction(sent: string): string {
  const local = /^([\w$]+) #\d+ /.exec(sent)?.[1];
  if (local !== undefined) return local;
  const name = sent.replace(/\(([\w$]+) in [_$]\w+\)/g, '$1').split(' in conformance ', 1)[0] ?? '';
  const open = name.indexOf('(');
  const head = withoutNativeTypeArguments((open < 0 ? name : name.slice(0, open)).split(/ : | -> /, 1)[0] ?? '');
  if (open < 0) return head;
  const labels = parametersOf(name.slice(open + 1, closingOf(name, open) - 1)).map((parameter) => {
    return /^[\w$]+(?=:)/.exec(parameter)?.[0] ?? '_';
  });
  return labels.length === 0 ? head : `${head}(${labels.join(':')}:)`;
}

/** Splits the text between parentheses at its outermost commas. Labels alone have none: `of:at:`. */
function parametersOf(text: string): string[] {
  if (/^(?:[\w$]+:)+$/.test(text))
    return text
      .split(':')
      .slice(0, -1)
      .map((label) => `${label}:`);
  const parameters: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (isOpening(text[at])) at = closingOf(text, at) - 1;
    else if (text[at] === ',') {
      parameters.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === '' ? parameters : [...parameters, last];
}

function withoutNativeTypeArguments(text: string): string {
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '<') at = closingOf(text, at) - 1;
    else plain += text[at] ?? '';
  }
  return plain;
}

/** Placeholder for a function without a name. */
const LAMBDA = '{}';
const OPERATOR = /^(?:\(\)|\[\]| (?:new|delete)(?:\[\])?|[-+*/%^&|~!=<>,]{1,3}|"" ?\w+| [\w:]+[ *&]*)/;
/** Qualifiers between the parameters of a function and a name declared in it. */
const INNER = /^(?: (?:const|volatile|noexcept|&{1,2}))*::/;

/** Returns the name of a C++ function from the forms that GNU, Clang and MSVC write, read from left to right. */
function cppFunction(name: string): string {
  let read = '';
  for (let at = 0; at < name.length;) {
    const character = name[at] ?? '';
    const operator = /(?:^|\W)operator$/.test(read.slice(-9)) ? OPERATOR.exec(name.slice(at, at + 80))?.[0] : undefined;
    if (operator !== undefined) {
      read += operator;
      at += operator.length;
      if (name.startsWith(' <', at)) at = closingOf(name, at + 1);
    } else if (character === '(') {
      const end = closingOf(name, at);
      const inner = INNER.exec(name.slice(end, end + 40))?.[0];
      if (inner === undefined && !read.endsWith('decltype')) break;
      at = end + (inner === undefined ? 0 : inner.length - 2);
    } else if (character === '<' || character === '{') {
      const isType = character === '<' && read !== '' && !read.endsWith('::');
      read += isType ? '' : LAMBDA;
      at = closingOf(name, at);
    } else if (character === '`') {
      const end = endOfQuote(name, at);
      const quoted = name.slice(at + 1, end - 1);
      read += /^(?:\d+|anonymous[ -]namespace)$/.test(quoted)
        ? ''
        : quoted.includes('::')
          ? cppFunction(quoted)
          : quoted;
      at = end;
    } else if (character === "'" && /^'lambda\d*'/.test(name.slice(at, at + 12))) {
      read += LAMBDA;
      at = name.indexOf("'", at + 1) + 1;
    } else {
      // The text before a space is a return type, an access or a calling convention.
      read = character === ' ' ? '' : read + character;
      at += 1;
    }
  }
  return withoutGeneratedParts(read.replace(/^[*&]+/, ''));
}

/** Removes anonymous scopes, inline namespaces of standard libraries, and lambdas with their operator. */
function withoutGeneratedParts(name: string): string {
  const isLambda = (part: string | undefined) =>
    part !== undefined && (part === LAMBDA || /^(?:\$_\d+|lambda_?\w*)$/.test(part));
  const parts = name.split('::');
  return parts
    .filter((part, at) => {
      const isInline = /^__(?:\d+|ndk1|cxx11)$/.test(part) || (part === '_V2' && at > 0);
      return part !== '' && !isInline && !isLambda(part) && !(part === 'operator()' && isLambda(parts[at - 1]));
    })
    .join('::');
}

function isOpening(character: string | undefined): boolean {
  return character === '(' || character === '<' || character === '{' || character === '[';
}

/** Returns the index after the bracket that closes the one at an index; the length of the text if none does. */
function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const character = text[at] ?? '';
    if (isOpening(character)) depth += 1;
    else if (')>}]'.includes(character) && !(character === '>' && text[at - 1] === '-')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** Returns the index after the quotation mark that ends a name quoted by MSVC; the name may have quoted parts. */
function endOfQuote(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '`') depth += 1;
    else if (text[at] === "'" && --depth === 0) return at + 1;
  }
  return text.length + 1;
}

/**
 * Returns the name of a Kotlin function: `kfun:com.acme.Cart#total(kotlin.Int){}kotlin.Int` becomes
 * `com.acme.Cart.total`; lambdas and coroutines get the name of the enclosing function.
 */
function kotlinFunction(name: string): string {
  const [path = ''] = name.slice('kfun:'.length).split(/[({]/, 1);
  const parts = path.replace(/#internal$|-trampoline$/, '').split(/[.#]/);
  const outer = parts.map((part) => /^\$?(\w+?)(?:\$lambda[-$]\d|COROUTINE\$\d)/.exec(part)?.[1]);
  const at = outer.findIndex((part) => part !== undefined);
  const named = at < 0 ? parts : [...parts.slice(0, at), outer[at]];
  return named.filter((part) => part !== '').join('.');
}

/** The members of a frame that its names depend on. */
type NamedFrame = Pick<FrameIdentity, 'module' | 'function' | 'platform'>;

/**
 * Returns the names of a frame as written in the source, without additions of compilers and runtimes, as `simple:3`
 * groups and shows them. The name of an anonymous function is null (openapi/DECISIONS.md, "Generated names").
 */
export function simple3Label(frame: NamedFrame, eventPlatform: string): FrameLabel {
  return labelBy(SIMPLE_3_NORMALIZERS, frame, eventPlatform);
}

/** Returns the names of a frame as `simple:4` groups and shows them. */
export function simple4Label(frame: NamedFrame, eventPlatform: string): FrameLabel {
  return labelBy(SIMPLE_4_NORMALIZERS, frame, eventPlatform);
}

function labelBy(normalizers: Normalizers, frame: NamedFrame, eventPlatform: string): FrameLabel {
  const platform = frame.platform ?? eventPlatform;
  const normalize = normalizers[platform] ?? normalizers[familyOf(platform)];
  const { module, function: name } = normalize === undefined ? frame : normalize(frame);
  return { module: module === '' ? null : module, function: isPlaceholder(name) ? null : name };
}

function isPlaceholder(name: string | null): boolean {
  return (
    name === null ||
    name === '' ||
    /^(?:\?+|<?anonymous>?|<unknown>|\[unknown\]|\(anonymous function\)|(?:global|module|eval) code)$/i.test(name)
  );
}

type Normalizer = (frame: NamedFrame) => FrameLabel;

/** Platform or family → normalizer of its names. */
type Normalizers = Readonly<Record<string, Normalizer | undefined>>;

const SIMPLE_3_NORMALIZERS: Normalizers = {
  javascript: (frame) => ({ module: frame.module, function: javascriptName(frame.function) }),
  native: (frame) => ({ module: frame.module, function: nativeName(frame.function) }),
  java: (frame) => ({ module: javaClass(frame.module), function: javaMethod(frame.function) }),
  go: (frame) => ({ module: frame.module, function: goFunction(frame.function) }),
  csharp: dotnetNames,
  php: (frame) => ({ module: frame.module, function: phpFunction(frame.function) }),
  ruby: (frame) => ({ module: frame.module, function: rubyMethod(frame.function) }),
};

/**
 * Rust functions whose names have no signature: implementations of traits, and names with closures or type arguments.
 */
const RUST = /^<(?!lambda|unnamed)|::<|\{\{|\{(?:closure|impl)[#}]|::h[0-9a-f]{16}$/;

const SIMPLE_4_NORMALIZERS: Normalizers = {
  ...SIMPLE_3_NORMALIZERS,
  java: (frame) => clojureNames(frame) ?? { module: javaClass(frame.module), function: javaMethod(frame.function) },
  dart: ({ module, function: name }) => ({ module, function: dartFunction(name) }),
  elixir: ({ module, function: name }) => ({ module, function: elixirFunction(name) }),
  native: ({ module, function: name }) => ({
    module,
    function:
      name === null || (RUST.test(name) && !/::<(?:lambda|unnamed)/.test(name))
        ? nativeName(name)
        : nativeFunction(name),
  }),
};

/** Keywords before a name, `[as alias]` after it, and the marks that Firefox gives anonymous functions: `pay/<`. */
const JAVASCRIPT_DECORATION =
  /^(?:(?:async\* ?|(?:async|new|get|set|bound|static) )(?=[\w$#<.]))+| \[as [^\]]{1,100}\]$|(?:\/<)+$/g;
/** A name without decoration and without a receiver, as most names are. */
const PLAIN_NAME = /^[\w$]+$/;

/**
 * Returns the last part of the name: not all engines add the receiver, and Firefox adds the enclosing function. An
 * anonymous function has no name, whatever its receiver is. Bundlers name functions by the path of their module.
 */
function javascriptName(name: string | null): string | null {
  if (name === null) return null;
  const plain = PLAIN_NAME.test(name) ? name : name.replace(JAVASCRIPT_DECORATION, '');
  if (plain.endsWith('<anonymous>') || /(?:^|\.)\.{1,2}\//.test(plain)) return null;
  const last = plain.slice(Math.max(plain.lastIndexOf('.'), plain.lastIndexOf('/')) + 1);
  return /^(?:Object|Module|Function|AsyncFunction|_?this|exports|HTML\w*Element|\d+)$/.test(last) ? null : last;
}

/** Closures, hashes and parameters that Rust, C++ and Swift compilers add. */
const RUST_ADDITION = /::h[0-9a-f]{16}$|::\{(?:\{[\w.]+(?:#\d+)?\}|[\w.]+(?:#\d+)?)\}/g;
const NATIVE_ADDITION =
  /(?:\.(?:cold|part|constprop|isra|llvm)(?:\.\d+)?)+$|(?:_block_invoke(?:_\d+)?)+$|::\$_\d+(?:::operator\(\))?/g;

function nativeName(name: string | null): string | null {
  if (name === null) return null;
  const plain = name
    .replace(/^(?:implicit )?closure #\d+ in /, '')
    .replace(/^(?:partial apply|thunk|reabstraction thunk helper)(?: forwarder)? for /, '')
    .replace(RUST_ADDITION, '')
    .replace(NATIVE_ADDITION, '');
  return withoutTypeArguments(plain);
}

/** Removes the last type arguments of a Rust function: `pay::<u8>` becomes `pay`. */
function withoutTypeArguments(name: string): string {
  if (!name.endsWith('>')) return name;
  let depth = 0;
  for (let at = name.length - 1; at > 1; at--) {
    if (name[at] === '>') depth += 1;
    else if (name[at] === '<' && --depth === 0) return name.startsWith('::', at - 2) ? name.slice(0, at - 2) : name;
  }
  return name;
}

/** Suffixes that proxies, lambdas and anonymous classes append to the name of a class. */
const JAVA_CLASS_ADDITION =
  /(?:_?\$\$|\$(?:HibernateProxy|ByteBuddy|MockitoMock|auxiliary|Proxy__?|lambda\$|anonfun|anon)|_(?:Subclass|ClientProxy)$)[^]*$|\$\d+(?=\$|$)|(?:\$_\w+)?_closure\d+/g;

function javaClass(name: string | null): string | null {
  if (name === null) return null;
  return name
    .replace(/\$Proxy\d+/, '$Proxy')
    .replace(/^jdk\.proxy\d+\./, 'jdk.proxy.')
    .replace(/(Generated(?:Method|Constructor|SerializationConstructor)Accessor)\d+$/, '$1')
    .replace(/(\$(?:fn|eval|reify))__\d+/g, '$1')
    .replace(JAVA_CLASS_ADDITION, '');
}

/** The method that contains a lambda or a closure, and the method that an accessor calls. */
const JAVA_METHOD =
  /^(?:lambda\$(?<lambda>.*?)\$\d+|(?:access|CGLIB)\$(?<accessed>\w*?)(?:\$\d+)?|\$anonfun\$(?<scala>\w+?)\$\d+(?:\$adapted)?|(?<kotlin>[\w-]+?)\$(?:lambda[$-]\d+.*|default|suspendImpl|\d+))$/;

function javaMethod(name: string | null): string | null {
  if (name?.includes('$') !== true) return name;
  const { lambda, accessed, scala, kotlin } = JAVA_METHOD.exec(name)?.groups ?? {};
  return lambda ?? accessed ?? scala ?? kotlin ?? name;
}

function goFunction(name: string | null): string | null {
  if (name === null) return null;
  const plain = name.replace(/\[(?:\.\.\.|[\w./*, ]*)\]/g, '');
  return plain
    .replace(/(?:\.{1,2}(?:func|gowrap|deferwrap)\d+|\.\d+|-fm|-range\d+|·\d+)+$/, '')
    .replace(/^func\d+$/, 'func');
}

/**
 * Normalizes state machines, display classes and local functions of C#; the class that the compiler generates contains
 * the name of the function. Clients also send whole signatures, with the nested function after a `+`. For a program
 * without a class, the signature of a lambda remains.
 */
function dotnetNames({ module, function: name }: NamedFrame): FrameLabel {
  const nested = /^(?<outer>[^+<]*(?:\+[^+<]+)*)\+<(?:<*(?<method>[^<>]+)>)?/.exec(module ?? '');
  const { outer = module, method } = nested?.groups ?? {};
  const inner = name === null ? null : dotnetMethod(name);
  return { module: outer, function: inner === 'MoveNext' ? (method ?? inner) : inner };
}

function dotnetMethod(name: string): string {
  if (name.includes('<Main>$')) return name;
  const local = /^<+[^<>]*>g__(?<local>\w+)\|/.exec(name)?.groups?.['local'];
  if (local !== undefined) return local;
  const outer = /^<+(?<outer>[^<>]+)>/.exec(name)?.groups?.['outer'];
  return outer ?? name.replace(/ ?\{ <lambda> \}$|\+\([^]*$|`\d+$/g, '');
}

function phpFunction(name: string | null): string | null {
  if (name === null) return null;
  return name
    .replace(/@anonymous(?:(?!::)[^])*/, '@anonymous')
    .replace(/(?:[\w\\]+\\)?\{closure(?::[^}]*)?\}/g, '{closure}');
}

/** Removes blocks, and the class that Ruby 3.4 adds. */
function rubyMethod(name: string | null): string | null {
  if (name === null) return null;
  const plain = name.replace(/^(?:(?:block(?: \(\d+ levels\))?|rescue|ensure) in )+/, '');
  // Templates are compiled to methods: `_app_views_orders_show_html_erb___1234_5678`.
  return plain.replace(/^[A-Z][\w:]*[#.](?=[\w<])/, '').replace(/___*\d+_\d+$/, '');
}

/** The class of a Clojure function: a lower-case namespace and the name of the function. Closures of Groovy differ. */
const CLOJURE_CLASS = /^(?<namespace>(?:[a-z][\w-]*\.)*[a-z][\w-]*)\$(?!_\w*closure\d)(?<name>[a-z_][\w-]*)/;
const CLOJURE_CALL = /^(?:invoke(?:Static|Prim)?|doInvoke)$/;

/**
 * Returns namespace and name of a Clojure function; null for other classes. An anonymous function gets the name of the
 * enclosing one.
 */
function clojureNames({ module, function: called }: NamedFrame): FrameLabel | null {
  const { namespace, name } = CLOJURE_CLASS.exec(module ?? '')?.groups ?? {};
  if (namespace === undefined || name === undefined || !CLOJURE_CALL.test(called ?? '')) return null;
  const plain = /^(?:fn|eval|reify)_{0,2}\d+$/.test(name) ? name.replace(/_{0,2}\d+$/, '') : name.replace(/__\d+$/, '');
  return { module: namespace, function: plain };
}

/** Removes closures of Dart and the keys of private names: `_Cart@17065589.total.<anonymous closure>`. */
function dartFunction(name: string | null): string | null {
  if (name === null) return null;
  return name.replace(/(?:\.<(?:anonymous closure|fn)>){1,20}$/, '').replace(/@\d{1,20}/g, '');
}

/**
 * Returns the enclosing function of anonymous functions of Elixir and Erlang: `anonymous fn/1 in Shop.Cart.total/2`,
 * `-total/2-fun-0-`.
 */
function elixirFunction(name: string | null): string | null {
  if (name === null) return null;
  return name
    .replace(/^(?:anonymous fn\/\d+ in )/, '')
    .replace(/"?-([a-z_]\w{0,200}[?!]?\/\d{1,3})-(?:fun|lc|lbc|inlined|anonymous)-[^"]{0,200}-"?(?:\/\d{1,3})?$/, '$1');
}
