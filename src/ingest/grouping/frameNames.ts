import type { FrameIdentity, FrameLabel } from '../stacktrace';
import { nativeFunction } from './nativeNames';
import { familyOf } from './ruleSyntax';

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
