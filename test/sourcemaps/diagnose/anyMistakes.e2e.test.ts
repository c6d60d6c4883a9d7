import type { components } from '../../../generated/api';
import type { ProjectFixture } from '../../support/fixtures';
import { Shop } from '../../support/sampleShop';
import { useOwnService } from '../../support/service';

/*
 * Whatever is wrong together, the diagnosis of a frame is empty exactly if a reader of the event sees the frame at the
 * right place with its source line, and no uploaded file is of another build than the code that ran.
 */

type Json = Record<string, unknown>;

const URL = 'https://shop.test/static/shop.js';
const [RELEASE, DIST] = ['shop@1.0.0', '7'];

const service = useOwnService();
let project: ProjectFixture;
let token: string;
let shop: Shop;
let place: { line: number; column: number };
beforeAll(async () => {
  shop = await Shop.build();
  place = shop.placeOf('src/stock.ts', 'new RangeError');
});
afterAll(() => shop.dispose());

/** The possible mistakes, by place: the first of each list is right. */
const CHOICES = {
  release: ['right', 'none', 'other'],
  dist: ['right', 'none'],
  prefix: ['right', 'wrong'],
  script: ['right', 'missing', 'of another build'],
  map: ['right', 'missing', 'truncated', 'broken', 'without sources'],
  deployed: ['right', 'with a banner', 'with a word in front'],
  position: ['right', 'no line', 'no column'],
} as const;

type Mistakes = { readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };

/**
 * Returns every single mistake, and combinations: all numbers in a mixed radix, in steps that reach all of them in
 * turn.
 */
function combinations(count: number): Mistakes[] {
  const names = Object.keys(CHOICES) as (keyof typeof CHOICES)[];
  const right = Object.fromEntries(names.map((name) => [name, CHOICES[name][0]])) as Mistakes;
  const single = names.flatMap((name) => CHOICES[name].map((choice) => ({ ...right, [name]: choice })));
  const mixed = Array.from({ length: count }, (_, index) => {
    let rest = index * 7919;
    const chosen = names.map((name) => {
      // Each is right in half of the cases: if all were wrong, only the first mistake would ever be found.
      const digit = rest % (2 * CHOICES[name].length);
      rest = Math.floor(rest / (2 * CHOICES[name].length)) + index;
      return [name, CHOICES[name][Math.max(0, digit - CHOICES[name].length)]] as const;
    });
    return Object.fromEntries(chosen) as Mistakes;
  });
  return [...new Map([...single, ...mixed].map((one) => [JSON.stringify(one), one])).values()];
}

async function upload(name: string, text: string): Promise<void> {
  const path = `${project.path}releases/${encodeURIComponent(RELEASE)}/files/`;
  const request = service.client.post(path, token).attach('file', Buffer.from(text), 'x');
  await request.field('name', name).field('dist', DIST).expect(201);
}

async function make(mistakes: Mistakes): Promise<string> {
  const code = await shop.read('dist/shop.js');
  const map = await shop.read('dist/shop.js.map');
  await service.client.post(`${project.path}releases/`, token).send({ version: RELEASE });
  const folder = mistakes.prefix === 'right' ? '~/static' : '~/js';
  const banner = '/* one */\n/* two */\n/* three */\n';
  if (mistakes.script !== 'missing')
    await upload(`${folder}/shop.js`, mistakes.script === 'right' ? code : `${banner}${code}`);
  const value = JSON.parse(map) as Json;
  const maps: Record<string, string> = {
    right: map,
    truncated: map.slice(0, -50),
    broken: JSON.stringify({ ...value, mappings: `!${String(value['mappings'])}` }),
    'without sources': JSON.stringify({ ...value, sourcesContent: undefined }),
  };
  const text = maps[mistakes.map];
  if (text !== undefined) await upload(`${folder}/shop.js.map`, text);

  const deployed = { right: code, 'with a banner': banner + code, 'with a word in front': `debugger;${code}` };
  await shop.write('deployed/shop.js', deployed[mistakes.deployed]);
  const sent = await shop.crash(URL, 'deployed/shop.js');
  const values = sent.exception.values.map((one) => ({
    ...one,
    stacktrace: {
      frames: one.stacktrace.frames.map((frame) => ({
        ...frame,
        lineno: mistakes.position === 'no line' ? undefined : frame.lineno,
        colno: mistakes.position === 'right' ? frame.colno : undefined,
      })),
    },
  }));
  const release = { right: RELEASE, none: undefined, other: 'shop@2.0.0' }[mistakes.release];
  const dist = mistakes.dist === 'right' ? DIST : undefined;
  return service.fixtures.event(project, { ...sent, exception: { values }, release, dist });
}

/** True if a reader sees the newest frame where it was thrown, with its source line. */
async function isShownRight(eventId: string): Promise<boolean> {
  const { body } = await service.client.get(`${project.path}events/${eventId}/`, token).expect(200);
  const { entries } = body as components['schemas']['EventDetail'];
  const data = entries.find(({ type }) => type === 'exception')?.data as {
    values: {
      stacktrace: { frames: { filename: string; lineNo: number; colNo: number; context: [number, string][] }[] };
    }[];
  };
  const frame = data.values[0]?.stacktrace.frames.at(-1);
  if (frame?.filename !== 'src/stock.ts' || frame.lineNo !== place.line || frame.colNo !== place.column) return false;
  return frame.context.some(([line, text]) => line === place.line && text.includes('new RangeError'));
}

test('the diagnosis is empty exactly if the frame is shown right', async () => {
  const wrong: unknown[] = [];
  let right = 0;
  for (const mistakes of combinations(120)) {
    project = await service.fixtures.project();
    token = await service.fixtures.token(project.organization);
    const eventId = await make(mistakes);
    const isRight = (await isShownRight(eventId)) && mistakes.script !== 'of another build';
    if (isRight) right += 1;
    const path = `${project.path}events/${eventId}`;
    const { body } = await service.client
      .get(`${path}/source-map-debug/?exception_idx=0&frame_idx=-1`, token)
      .expect(200);
    const types = (body as { type: string }[]).map(({ type }) => type);
    const whole = await service.client.get(`${path}/source-map-debug-blue-thunder-edition/`, token).expect(200);
    const frame = (whole.body as components['schemas']['EventSourceMapDebug']).exceptions[0]?.frames.at(-1);
    const isTold = types.length === 0 && frame?.state === 'resolved' && frame.findings.length === 0;
    if (isTold !== isRight) wrong.push({ mistakes, isRight, types, state: frame?.state });
    if (JSON.stringify(frame?.findings.map(({ type }) => type)) !== JSON.stringify(types))
      wrong.push({ mistakes, types });
  }
  expect(wrong).toEqual([]);
  expect(right).toBeGreaterThan(0);
});
