/** Makes the events of the demo's defects as the SDKs send them. */
import type { Json, Random } from '../support/payloads';
import { ENVIRONS } from './data/environs';
import { NODE_FILES, PYTHON_FILES } from './data/sources';
import { BROWSERS, CITIES, DEVICES, FIRST_NAMES } from './data/values';
import type { Defect, Frame, ProjectName, Thrown } from './defect';
import { Filler } from './fill';

/** An occurrence of a defect at a time, in a release. */
export interface Occurrence {
  readonly defect: Defect;
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  readonly release: string;
  readonly environment: string;
}

/** Number of source lines that SDKs send before the line of a frame, and of lines after it. */
const CONTEXT_LINES = 5;
const USERS = 900;
const NODE_ROOT = '/srv/orders-api/';
const WORKER_ROOT = '/srv/recommender/';
const SITE_PACKAGES = '/usr/local/lib/python3.12/site-packages/';
const READER = 'example.books.reader';

const EXPRESS: readonly Frame[] = [
  'node:internal/process/task_queues process.processTicksAndRejections:105',
  'router/lib/layer.js Layer.handleRequest:152',
  'router/lib/route.js next:157',
];
/** Frames with which many stacks begin, by the name of the group. */
const GROUPS: Readonly<Record<string, readonly Frame[]>> = {
  '@express': EXPRESS,
  '@place': [...EXPRESS, 'routes.js <anonymous>: await placeOrder('],
  '@celery': ['celery/app/trace.py trace_task:453', 'celery/app/trace.py __protected_call__:736'],
  '@looper': [
    'com.android.internal.os.ZygoteInit.main(ZygoteInit.java:1018)',
    'android.app.ActivityThread.main(ActivityThread.java:8762)',
    'android.os.Looper.loop(Looper.java:317)',
    'android.os.Handler.dispatchMessage(Handler.java:106)',
  ],
};

/** Returns the frames of a stack. Source lines have no placeholders, variables do. */
function framesOf(project: ProjectName, frames: readonly Frame[], filler: Filler): Json[] {
  return frames.flatMap((frame) => {
    const [text, vars] = typeof frame === 'string' ? [frame] : frame;
    const group = GROUPS[text];
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
    const own = sourceFrame(text, NODE_FILES, (path) => ({
      filename: NODE_ROOT + path,
      abs_path: NODE_ROOT + path,
      module: path.replace(/\.js$/, ''),
    }));
    if (own !== undefined) return own;
    const [file = '', name, lineno] = partsOf(text, /^(\S+) (\S+):(\d+)$/);
    const isPackage = file.endsWith('.js');
    const filename = isPackage ? `${NODE_ROOT}node_modules/${file}` : file;
    const [, folder = '', base] = /^(.*)\/(.*)\.js$/.exec(file) ?? [];
    const module = isPackage && { module: `${folder.replaceAll('/', '.')}:${base}` };
    return { filename, abs_path: filename, function: name, lineno: Number(lineno), in_app: false, ...module };
  },
  recommender(text) {
    const moduleOf = (path: string) => path.replace(/\.py$/, '').replaceAll('/', '.');
    const own = sourceFrame(text, PYTHON_FILES, (path) => ({
      filename: path,
      abs_path: WORKER_ROOT + path,
      module: moduleOf(path),
    }));
    if (own !== undefined) return own;
    const [filename = '', name, lineno] = partsOf(text, /^(\S+) (\S+):(\d+)$/);
    const place = { filename, abs_path: SITE_PACKAGES + filename, module: moduleOf(filename) };
    return { ...place, function: name, lineno: Number(lineno), in_app: false };
  },
  'reader-app'(text) {
    const [own, ownName, ownLine] = /^(.+)\.([^.]+):(\d+)$/.exec(text)?.slice(1) ?? [];
    const frameText = own === undefined ? text : `${READER}.${own}.${ownName}(${own.split('.').at(-1)}.kt:${ownLine})`;
    const [module = '', name, filename, lineno] = partsOf(frameText, /^(.+)\.([^.]+)\((.+):(-?\d+)\)$/);
    const isOwn = module.startsWith(READER);
    return { module, function: name, filename, lineno: Number(lineno), in_app: isOwn, native: false };
  },
};

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
function sourceFrame(text: string, files: typeof NODE_FILES, place: (path: string) => Json): Json | undefined {
  const [, name, functionName, part = ''] = /^(\S+) (\S+): (.+)$/.exec(text) ?? [];
  const file = files.find(({ path }) => path.endsWith(`/${name}`));
  if (file === undefined) return undefined;
  const lines = file.text.split('\n');
  const index = lines.findIndex((line) => line.includes(part));
  if (index < 0) throw new Error(`no line of ${file.path} contains ${part}`);
  return {
    ...place(file.path),
    in_app: true,
    function: functionName,
    lineno: file.first + index,
    pre_context: lines.slice(Math.max(0, index - CONTEXT_LINES), index),
    context_line: lines[index],
    post_context: lines.slice(index + 1, index + 1 + CONTEXT_LINES),
  };
}

/** Describes an exception with its causes. SDKs send the innermost first. */
function exceptionOf(project: ProjectName, chain: readonly Thrown[], filler: Filler): Json {
  const values = chain.map(({ frames, handled = true, mechanism = 'generic', ...error }, index) => ({
    ...filler.object(error),
    ...(frames !== undefined && { stacktrace: { frames: framesOf(project, frames, filler) } }),
    mechanism: {
      type: index === 0 ? mechanism : 'chained',
      handled,
      ...(chain.length > 1 && { exception_id: index }),
      ...(index > 0 && { parent_id: index - 1 }),
    },
  }));
  return { values: values.reverse() };
}

/** Makes a customer: some occur much more often than others. */
function makeUser(random: Random): Json {
  const number = Math.floor(random.next() ** 2 * USERS);
  const name = FIRST_NAMES[number % FIRST_NAMES.length] ?? '';
  return {
    id: String(20_000 + number),
    username: `${name.toLowerCase()}${number}`,
    email: `customer${number}@mail.example`,
    ip_address: `198.51.100.${1 + (number % 250)}`,
    geo: CITIES[number % CITIES.length],
  };
}

/** Returns the values that texts name. */
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
    browser: (random: Random) => random.pick(BROWSERS),
    device: (random: Random) => random.pick(DEVICES),
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
  const environs = ENVIRONS[project];
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
    ...(error !== undefined && { exception: exceptionOf(project, [error, ...causes], filler) }),
    ...(threads !== undefined && { threads: { values: threads.map((thread) => threadOf(project, thread, filler)) } }),
    ...thrown,
  };
}

type Thread = NonNullable<Defect['threads']>[number];

function threadOf(project: ProjectName, { frames, ...thread }: Thread, filler: Filler): Json {
  const stacktrace = frames && { stacktrace: { frames: framesOf(project, frames, filler) } };
  return { crashed: false, current: false, ...thread, ...stacktrace };
}
