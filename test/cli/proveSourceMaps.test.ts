import { buildSync } from 'esbuild';
import { createClient } from '../../src/client/createClient';
import { type ProvenScript, proveScripts } from '../../src/cli/sourcemaps';
import { FileServer } from '../support/fileServer';
import { Uploader } from '../support/upload';
import { bundle } from '../support/zip';

const DEBUG_ID = '0d5c3a1e-9b47-4f62-8e0a-6c1d2f3b4a59';
const SOURCE = `export function pay(cart: { lines: { price: number }[]; customer: { greetPolitely(): string } }) {
  const greeting = cart.customer.greetPolitely();
  const prices = cart.lines.map((line) => line.price);
  const total = prices.reduce((sum, price) => sum + price, 0);
  document.querySelector('#total')!.replaceChildren(greeting, total.toFixed(2));
  localStorage.setItem('total', JSON.stringify(prices.filter((price) => price > total / 10)));
}
window.addEventListener('load', () => pay(JSON.parse(localStorage.getItem('cart')!)));
`;
const SNIPPET = `globalThis._sentryDebugIdIdentifier="sentry-dbid-${DEBUG_ID}";`;

/** Builds the source as a bundler does, with its debug id if there is one. */
function build(debugId: boolean, source = SOURCE): { script: string; map: string } {
  const [map, script] = buildSync({
    stdin: { contents: source, loader: 'ts', sourcefile: 'src/pay.ts' },
    ...{ minify: true, sourcemap: 'external', write: false, outfile: 'app.js', format: 'esm' },
    ...(debugId && { banner: { js: SNIPPET } }),
  }).outputFiles.map(({ text }) => text);
  return { script: `${script}//# sourceMappingURL=app.js.map\n`, map: map ?? '' };
}

let site: FileServer;
let uploader: Uploader;
beforeAll(async () => {
  site = await FileServer.start();
  uploader = await Uploader.start();
});
afterAll(async () => {
  await site.close();
  await uploader.service.close();
});

const page = () => `http://127.0.0.1:${site.port}/`;

/** Uploads a script and its map, under a debug id or under the names of a release. */
async function upload({ script, map }: { script: string; map: string }, name: string, release?: string): Promise<void> {
  const headers = release === undefined ? { 'debug-id': DEBUG_ID } : { sourcemap: `${name}.map` };
  const archive = bundle([
    { name: `~/${name}`, bytes: script, type: 'minified_source', headers },
    { name: `~/${name}.map`, bytes: map, headers },
  ]);
  await uploader.sendChunks([archive]);
  expect(await uploader.assemble(archive, release === undefined ? {} : { version: release })).toMatchObject({
    state: 'ok',
  });
}

async function prove(given: { project?: string; release?: string; origin?: string[] } = {}): Promise<ProvenScript[]> {
  const { project, service, token } = uploader;
  const client = { culprit: createClient({ baseUrl: service.url, token }), organization: project.organization };
  return proveScripts(page(), { project: project.slug, origin: [], ...given }, client);
}

test('a live script is resolved by the files that were uploaded, and by no others', async () => {
  const built = build(true);
  site.files.set(
    '/',
    '<script type=module src="/app.js?a=1&amp;b=2"></script><script src="http://127.0.0.2:9/x.js"></script>',
  );
  site.files.set('/app.js?a=1&b=2', built.script);
  const [missing, foreign] = await prove();
  expect(missing).toMatchObject({ verdict: 'fails', debugId: DEBUG_ID, resolved: 0, map: null });
  expect(missing?.fault?.fix.command).toContain(`sentry-cli sourcemaps upload --org ${uploader.project.organization}`);
  expect(foreign).toMatchObject({ verdict: 'skipped' });

  await upload(built, 'app.js');
  const [proven] = await prove();
  expect(proven).toMatchObject({ verdict: 'resolves', map: { foundBy: 'debug_id' }, fault: null });
  expect(proven?.resolved).toBe(proven?.positions);
  expect(proven?.agreeing).toBe(proven?.positions);
  expect(proven?.positions).toBeGreaterThan(5);

  // A proxy that writes into the script moves all positions of its line.
  site.files.set('/app.js?a=1&b=2', built.script.replace('\n', '\n/*! shop */'));
  expect(await prove()).toMatchObject([{ verdict: 'fails', fault: { type: 'wrong_build' } }, {}]);
});

test('a map of another source with the right name is found out', async () => {
  const built = build(false);
  site.files.set('/', '<link rel="modulepreload" href="named.js">');
  site.files.set('/named.js', built.script);
  const lines = SOURCE.split('\n');
  const other = {
    ...JSON.parse(built.map),
    sourcesContent: [[...lines.slice(4), ...lines.slice(0, 4)].join('\n')],
  } as object;
  await upload({ script: built.script, map: JSON.stringify(other) }, 'named.js', 'shop@1');
  expect(await prove({ release: 'shop@1' })).toMatchObject([{ verdict: 'fails', fault: { type: 'other_source' } }]);
  await upload(built, 'named.js', 'shop@2');
  expect(await prove({ release: 'shop@2' })).toMatchObject([{ verdict: 'resolves', map: { foundBy: 'release' } }]);
});

test('chunks that a script imports are proven, and one that is gone fails', async () => {
  site.files.set('/', '<script src="main.js"></script>');
  site.files.set('/main.js', 'import"./chunk.js";import("./gone.js")');
  site.files.set('/chunk.js', '1');
  expect((await prove()).map(({ url, verdict, fault }) => [url.slice(page().length), verdict, fault?.type])).toEqual([
    ['main.js', 'fails', 'no_release_on_event'],
    ['chunk.js', 'empty', undefined],
    ['gone.js', 'fails', 'not_served'],
  ]);
  site.files.set('/chunk.js', 'cart.total();');
  await expect(prove({ project: 'nosuch' })).rejects.toThrow('There is no project "nosuch" in the organization');
});

test('a page without scripts, and one that is not there, are errors', async () => {
  site.files.set('/', '<p>no scripts</p>');
  await expect(prove()).rejects.toThrow('names no scripts');
  site.files.delete('/');
  await expect(prove()).rejects.toThrow('the server replied 404');
  await expect(prove({ origin: ['shop'] })).rejects.toThrow('"shop" is no address');
});
