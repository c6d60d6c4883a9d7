/** Makes the events of the demo's defects as the SDKs send them. */
import type { Json, Random } from '../support/payloads';
import { type Defect, type Frame, programs, type ProjectName, sources, stacks, type Thrown, values } from './tables';

/** An occurrence of a defect at a time, in a release. */
export interface Occurrence {
  readonly defect: Defect;
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  readonly release: string;
  readonly environment: string;
}

/** A placeholder: `{1..9}` is a number, `{a|b}` one of the texts, `{order}` the value of this name in the event. */
const PLACEHOLDER = /\{(?:(\d+)\.\.(\d+)|([^{}]*\|[^{}]*)|([a-z]\w*(?:\.\w+)?))\}/gi;
/** A number that replaces a whole text becomes a number of JSON. */
const NUMBER = /^\d+$/;

/**
 * Fills in the placeholders of a JSON value. A text that is only a placeholder becomes the value that it stands for.
 */
class Filler {
  readonly #values = new Map<string, unknown>();

  /** @param values make the values of names; each is made once */
  constructor(
    private readonly random: Random,
    private readonly values: Readonly<Record<string, (random: Random) => unknown>>,
  ) {}

  fill(template: unknown): unknown {
    if (typeof template === 'string') return this.#fillText(template);
    if (Array.isArray(template)) return template.map((element) => this.fill(element));
    return typeof template === 'object' && template !== null ? this.object(template as Json) : template;
  }

  object(template: Json): Json {
    const entries = Object.entries(template).map(([name, value]) => [String(this.fill(name)), this.fill(value)]);
    return Object.fromEntries(entries) as Json;
  }

  #fillText(text: string): unknown {
    const placeholders = [...text.matchAll(PLACEHOLDER)];
    const [whole] = placeholders;
    if (whole !== undefined && whole[0] === text) {
      const value = this.#valueOf(whole);
      return typeof value === 'string' && NUMBER.test(value) && whole[4] === undefined ? Number(value) : value;
    }
    return text.replace(PLACEHOLDER, (...match: unknown[]) => String(this.#valueOf(match as string[])));
  }

  #valueOf([placeholder, from, to, choices, name = '']: readonly (string | undefined)[]): unknown {
    if (from !== undefined) return Number(from) + this.random.below(Number(to) - Number(from) + 1);
    if (choices !== undefined) return this.random.pick(choices.split('|'));
    const [first = '', member] = name.split('.');
    const make = this.values[first];
    // Other texts in braces are no placeholders.
    if (make === undefined) return placeholder;
    if (!this.#values.has(first)) this.#values.set(first, make(this.random));
    const value = this.#values.get(first);
    return member === undefined ? value : (value as Json)[member];
  }
}

/** Number of source lines that SDKs send before the line of a frame, and of lines after it. */
const CONTEXT_LINES = 5;
const USERS = 900;
const NODE_ROOT = '/srv/orders-api/';
const WORKER_ROOT = '/srv/recommender/';
const SITE_PACKAGES = '/usr/local/lib/python3.12/site-packages/';
const READER = 'example.books.reader';

/** Returns the frames of a stack. Source lines have no placeholders, variables do. */
function framesOf(project: ProjectName, frames: readonly Frame[], filler: Filler): Json[] {
  return frames.flatMap((frame) => {
    const [text, vars] = typeof frame === 'string' ? [frame] : frame;
    const group = stacks[text];
    if (group !== undefined) return framesOf(project, group, filler);
    return [{ ...READERS[project](text), ...(vars !== undefined && { vars: filler.fill(vars) }) }];
  });
}

/** Read a frame as the stacks of each program show it. */
const READERS: Readonly<Record<ProjectName, (text: string) => Json>> = {
  storefront(text) {
    const [filename, name, lineno, colno] = partsOf(text, /^(\S+) (\S+):(\d+):(\d+)$/);
    return { filename, function: name, lineno: Number(lineno), colno: Number(colno), in_app: true };
  },
  'orders-api'(text) {
    const own = sourceFrame(text, sources['orders-api'], (path) => ({
      filename: NODE_ROOT + path,
      abs_path: NODE_ROOT + path,
      module: path.replace(/\.js$/, ''),
    }));
    if (own !== undefined) return own;
    const { filename: file, ...place } = packageFrame(text);
    const isPackage = file.endsWith('.js');
    const filename = isPackage ? `${NODE_ROOT}node_modules/${file}` : file;
    const [, folder = '', base] = /^(.*)\/(.*)\.js$/.exec(file) ?? [];
    const module = isPackage && { module: `${folder.replaceAll('/', '.')}:${base}` };
    return { filename, abs_path: filename, ...place, ...module };
  },
  recommender(text) {
    const moduleOf = (path: string) => path.replace(/\.py$/, '').replaceAll('/', '.');
    const own = sourceFrame(text, sources.recommender, (path) => ({
      filename: path,
      abs_path: WORKER_ROOT + path,
      module: moduleOf(path),
    }));
    if (own !== undefined) return own;
    const place = packageFrame(text);
    return { ...place, abs_path: SITE_PACKAGES + place.filename, module: moduleOf(place.filename) };
  },
  'reader-app'(text) {
    const [own, ownName, ownLine] = /^(.+)\.([^.]+):(\d+)$/.exec(text)?.slice(1) ?? [];
    const frameText = own === undefined ? text : `${READER}.${own}.${ownName}(${own.split('.').at(-1)}.kt:${ownLine})`;
    const [module = '', name, filename, lineno] = partsOf(frameText, /^(.+)\.([^.]+)\((.+):(-?\d+)\)$/);
    const isOwn = module.startsWith(READER);
    return { module, function: name, filename, lineno: Number(lineno), in_app: isOwn, native: false };
  },
};

function packageFrame(text: string) {
  const [filename = '', name, lineno] = partsOf(text, /^(\S+) (\S+):(\d+)$/);
  return { filename, function: name, lineno: Number(lineno), in_app: false };
}

/** @throws Error if a frame of the data is written otherwise */
function partsOf(text: string, pattern: RegExp): string[] {
  const parts = pattern.exec(text)?.slice(1);
  if (parts === undefined) throw new Error(`"${text}" is no frame`);
  return parts;
}

/**
 * Returns a frame `FILE FUNCTION: TEXT` of one of the files; undefined for others.
 * @throws Error if no line of the file has the text
 */
function sourceFrame(
  text: string,
  files: Readonly<Record<string, string>>,
  place: (path: string) => Json,
): Json | undefined {
  const [, name, functionName, part = ''] = /^(\S+) (\S+): (.+)$/.exec(text) ?? [];
  const [key, source] = Object.entries(files).find(([file]) => file.includes(`/${name}:`)) ?? [];
  if (key === undefined || source === undefined) return undefined;
  const [path = '', first] = key.split(':');
  const lines = source.split('\n');
  const index = lines.findIndex((line) => line.includes(part));
  if (index < 0) throw new Error(`no line of ${path} contains ${part}`);
  return {
    ...place(path),
    in_app: true,
    function: functionName,
    lineno: Number(first) + index,
    pre_context: lines.slice(Math.max(0, index - CONTEXT_LINES), index),
    context_line: lines[index],
    post_context: lines.slice(index + 1, index + 1 + CONTEXT_LINES),
  };
}

/** Describes an exception with its causes. SDKs send the innermost first. */
function exceptionOf(project: ProjectName, chain: readonly Thrown[], filler: Filler): Json {
  const described = chain.map(({ error, frames, mechanism }, index) => ({
    ...filler.object(readError(error)),
    ...(frames !== undefined && { stacktrace: { frames: framesOf(project, frames, filler) } }),
    mechanism: {
      type: index === 0 ? 'generic' : 'chained',
      handled: true,
      ...mechanism,
      ...(chain.length > 1 && { exception_id: index }),
      ...(index > 0 && { parent_id: index - 1 }),
    },
  }));
  return { values: described.reverse() };
}

/** Reads the first line of a stack, `module.Type: message`. */
function readError(text: string): Json {
  const [, module, type, value] = /^(?:(\S+)\.)?([^.:\s]+): (.*)$/.exec(text) ?? [];
  return { type, value, ...(module !== undefined && { module }) };
}

/** Makes a customer: some occur much more often than others. */
function makeUser(random: Random): Json {
  const number = Math.floor(random.next() ** 2 * USERS);
  const name = values.firstNames[number % values.firstNames.length] ?? '';
  return {
    id: String(20_000 + number),
    username: `${name.toLowerCase()}${number}`,
    email: `customer${number}@mail.example`,
    ip_address: `198.51.100.${1 + (number % 250)}`,
    geo: values.cities[number % values.cities.length],
  };
}

function valuesFor({ defect, release }: Occurrence) {
  const [route = '/', method = 'POST'] = (defect.transaction ?? '/').split(' ').reverse();
  const [version = '', build] = release.replace(/^.*@/, '').split('+');
  return {
    order: (random: Random) => 480_000 + random.below(9000),
    customer: (random: Random) => 20_000 + random.below(9000),
    isbn: (random: Random) =>
      `978-${random.below(10)}-${10 + random.below(89)}-${100_000 + random.below(899_999)}-${random.below(10)}`,
    host: (random: Random) => random.pick(['feeds.nordwind-verlag.example', 'export.harborpress.example']),
    // Longer than any message that people read.
    fieldErrors: () =>
      Array.from(
        { length: 40 },
        (_, index) => `lines[${index}].quantity must be an integer from 1 to 99, but is "${index % 7}x"`,
      ).join('; '),
    user: makeUser,
    browser: (random: Random) => random.pick(values.browsers),
    device: (random: Random) => random.pick(values.devices),
    release: () => ({ version, build }),
    method: () => method,
    page: (random: Random) =>
      route
        .replace(':isbn', `978-0-00-44${1000 + random.below(40)}-1`)
        .replace(':name', 'novels')
        .replace(':number', String(480_000 + random.below(9000))),
    uuid: (random: Random) => random.uuid(),
    trace: (random: Random) => random.hex(32),
    span: (random: Random) => random.hex(16),
  };
}

/**
 * Returns the event that an SDK sends when a defect happens.
 * @param thrown the error that the front end throws, for defects that name one of its actions
 */
export function eventOf(occurrence: Occurrence, thrown: Json | undefined, random: Random): Json {
  const { defect, time, release, environment } = occurrence;
  const { project, transaction, error, causes = [], threads, fields } = defect;
  const environs = programs[project];
  const filler = new Filler(random, valuesFor(occurrence));
  const steps = environs.breadcrumbs.map((step, index, all) => ({
    timestamp: time / 1000 - 3.7 * (all.length - index),
    ...step,
  }));
  const filled = filler.object({
    ...environs.fields,
    ...(transaction !== undefined && { transaction, ...environs.transaction }),
    breadcrumbs: { values: steps },
    ...fields,
  });
  return {
    event_id: random.hex(32),
    timestamp: time / 1000,
    level: 'error',
    release,
    environment,
    ...filled,
    ...(error !== undefined && { exception: exceptionOf(project, [{ ...defect, error }, ...causes], filler) }),
    ...(threads !== undefined && { threads: { values: threads.map((thread) => threadOf(project, thread, filler)) } }),
    ...thrown,
  };
}

type Thread = NonNullable<Defect['threads']>[number];

function threadOf(project: ProjectName, { frames, ...thread }: Thread, filler: Filler): Json {
  const stacktrace = frames && { stacktrace: { frames: framesOf(project, frames, filler) } };
  return { crashed: false, current: false, ...thread, ...stacktrace };
}
