/**
 * Writes the documentation into dist/docs, which the service hands out at /docs: pages, the files that they load in
 * `assets`, and the compressed forms of both beside them.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Json, loadContract, readContract } from './contract/read';
import { redocly } from './contract/redocly';
import { guideAddress, readGuides, renderGuide, titleOf } from './docs/guides';
import { renderMarkdown } from './docs/markdown';
import { type DocsAssets, type GuidePage, renderPages, type Tag } from './docs/pages';
import { readEntries } from './docs/reference';
import { createSearchIndex, type SearchEntry } from './docs/searchIndex';

const ROOT = join(__dirname, '..');
const TARGET = join(ROOT, 'dist', 'docs');
/** In the same file system as the target, so that files can be renamed into it. */
const SCRATCH = createScratch();

function createScratch(): string {
  mkdirSync(dirname(TARGET), { recursive: true });
  return mkdtempSync(join(dirname(TARGET), '.docs-'));
}

/** The highest quality takes seconds longer and saves a few percent only. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 22 } };

/** The URL of Redoc's logo. The pages must not load anything from elsewhere, so it is left out. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;

writeDocs()
  .catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  })
  .finally(() => rmSync(SCRATCH, { recursive: true, force: true }));

async function writeDocs(): Promise<void> {
  const contract = loadContract(join(ROOT, 'generated', 'openapi.json'));
  const entries = readEntries(contract, readFileSync(join(ROOT, 'openapi', 'CHANGELOG.md'), 'utf8'));
  const guides = renderGuides(contract);
  const index = createSearchIndex(contract, {
    entries,
    guides: guides.map((guide) => ({
      title: titleOf(guide),
      address: guideAddress(guide),
      sections: guide.rendered.sections,
    })),
  });
  // Before the pages that name them: the service reads both when they are asked for.
  const assets = writeAssets(await readRedoc(), index);
  const pages = renderPages({ guides, tags: contract['tags'] as readonly Tag[], entries, assets });
  for (const [name, html] of pages) write(`${name === '' ? 'index' : name}.html`, html);
  removeOthers();
}

function renderGuides(contract: Json): GuidePage[] {
  const guides = readGuides(join(ROOT, 'openapi', 'guides'));
  const operations = readContract(contract);
  return guides.map((guide) => ({ ...guide, rendered: renderMarkdown(renderGuide(guide, { guides, operations })) }));
}

/** Writes the files that pages load. Their names have a hash of their content, so that browsers keep them. */
function writeAssets(redoc: string, index: readonly SearchEntry[]): DocsAssets {
  const asset = (name: string, suffix: string, content: string) => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
    const file = `docs-${name}-${hash}${suffix}`;
    write(`assets/${file}`, content);
    return `/assets/${file}`;
  };
  const source = (name: string) => readFileSync(join(__dirname, 'docs', name), 'utf8');
  return {
    script: asset('page', '.js', source('page.js')),
    style: asset('page', '.css', source('page.css')),
    redocStyle: asset('redoc', '.css', source('redoc.css')),
    redoc: asset('redoc', '.js', redoc),
    search: asset('search', '.js', `export default ${JSON.stringify(index)};\n`),
  };
}

/**
 * Returns the script of Redoc as a module, from a page that Redocly builds with it.
 * @throws Error with the output of Redocly if that fails
 */
async function readRedoc(): Promise<string> {
  const [input, output] = [join(SCRATCH, 'openapi.json'), join(SCRATCH, 'index.html')] as const;
  writeFileSync(input, JSON.stringify({ openapi: '3.1.0', info: { title: 'Redoc', version: '1' }, paths: {} }));
  const options = ['--lint-config', 'off', '--inlineBundle', '--output', output];
  const { status, stdout, stderr } = await redocly(['build-docs', input, ...options], SCRATCH);
  if (status !== 0) throw new Error(`${stdout}${stderr}redocly build-docs failed, see above.`);
  const [, script] =
    /<script type="module">([^]*?;export\{[^}]*\binit\b[^}]*\};)/.exec(readFileSync(output, 'utf8')) ?? [];
  if (script === undefined) throw new Error('The page of this version of Redoc has no module that exports `init`.');
  return script.trim().replace(LOGO, 'data:,');
}

/** Paths of the files of this build, relative to the target. */
const written = new Set<string>();

/** Writes a file and its compressed forms; each is renamed, so that no reader sees a partial file. */
function write(name: string, text: string): void {
  const content = Buffer.from(text);
  mkdirSync(dirname(join(TARGET, name)), { recursive: true });
  for (const [suffix, bytes] of [
    ['.br', brotliCompressSync(content, BROTLI)],
    ['.gz', gzipSync(content)],
    ['', content],
  ] as const) {
    const file = `${name}${suffix}`;
    const fresh = join(SCRATCH, 'file');
    writeFileSync(fresh, bytes);
    renameSync(fresh, join(TARGET, file));
    written.add(file);
  }
}

/** Removes the files of earlier builds that this one did not write. */
function removeOthers(): void {
  for (const entry of readdirSync(TARGET, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !written.has(relative(TARGET, file))) rmSync(file, { force: true });
  }
}
