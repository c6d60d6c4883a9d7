/**
 * Writes the documentation page, one file that needs no other: dist/docs/index.html, which the service hands out at
 * /docs, and its compressed forms beside it.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Json, loadContract, readContract } from './contract/read';
import { redocly } from './contract/redocly';
import { type Guide, linkOperations, menuHeadings, readGuides, renderGuides } from './docs/guides';
import { describeWithHistory } from './docs/history';
import { BASE_URL, samplesOf } from './docs/samples';

const ROOT = join(__dirname, '..');
const TARGET = join(ROOT, 'dist', 'docs');
const SCRATCH = mkdtempSync(join(tmpdir(), 'culprit-docs-'));

/** The languages of samples. Redoc's list has no TypeScript, so the check of its configuration is off. */
const OPTIONS = { openapi: { codeSamples: { languages: [{ lang: 'curl' }, { lang: 'TypeScript' }] } } };

/** The highest quality takes seconds longer and saves a few percent only. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 22 } };

/** The URL of Redoc's logo. The page must not load anything, so it shows the name as text. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const LOGO_REPLACEMENT =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="12"><text y="10" font-family="sans-serif" font-size="11" fill="#5b8def">Redoc</text></svg>';

writeDocs()
  .catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  })
  .finally(() => rmSync(SCRATCH, { recursive: true, force: true }));

async function writeDocs(): Promise<void> {
  const guides = readGuides(join(ROOT, 'openapi', 'guides'));
  const html = addOwnParts(await render(enrichContract(guides)), menuHeadings(guides));
  const page = Buffer.from(localizeLinks(replaceLogo(html)));
  mkdirSync(TARGET, { recursive: true });
  write('index.html.br', brotliCompressSync(page, BROTLI));
  write('index.html.gz', gzipSync(page));
  write('index.html', page);
}

interface Contract {
  readonly info: object;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Record<string, OperationNode>>>;
  readonly webhooks: Readonly<Record<string, Record<string, OperationNode>>>;
}

interface OperationNode {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly [string];
}

/**
 * The contract with the parts that only the page shows: guides, samples, histories of operations, and capitalized names
 * of tags.
 */
function enrichContract(guides: readonly Guide[]): Json {
  const json = loadContract(join(ROOT, 'generated', 'openapi.json'));
  const { info, tags, paths, webhooks } = json as unknown as Contract;
  const operations = readContract(json);
  const changelog = readFileSync(join(ROOT, 'openapi', 'CHANGELOG.md'), 'utf8');
  const nodes = [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) => Object.values(item));
  const linked = nodes.map(({ operationId, tags: [tag] }) => ({ operationId, tag }));
  for (const node of nodes) {
    const description = describeWithHistory(node.operationId, node.description, changelog);
    const others = linked.filter(({ operationId }) => operationId !== node.operationId);
    Object.assign(node, { description: linkOperations(description, others) });
  }
  for (const operation of operations) {
    Object.assign(paths[operation.path]?.[operation.method] ?? {}, { 'x-codeSamples': samplesOf(operation) });
  }
  return {
    ...json,
    servers: [{ url: BASE_URL, description: 'This service.' }],
    info: { ...info, description: renderGuides(guides, { operations }) },
    tags: tags.map((tag) => ({ ...tag, 'x-displayName': tag.name.charAt(0).toUpperCase() + tag.name.slice(1) })),
    'x-tagGroups': [{ name: 'Operations', tags: tags.map(({ name }) => name) }],
  };
}

/** Runs Redoc. @throws Error with its output if it fails */
async function render(document: Json): Promise<string> {
  const [input, config, output] = [
    join(SCRATCH, 'openapi.json'),
    join(SCRATCH, 'redocly.yaml'),
    join(SCRATCH, 'index.html'),
  ] as const;
  writeFileSync(input, JSON.stringify(document));
  writeFileSync(config, JSON.stringify(OPTIONS));
  const options = ['--config', config, '--lint-config', 'off', '--inlineBundle', '--output', output];
  const { status, stdout, stderr } = await redocly(['build-docs', input, ...options], SCRATCH);
  if (status !== 0) throw new Error(`${stdout}${stderr}redocly build-docs failed, see above.`);
  return readFileSync(output, 'utf8');
}

/** Adds the page's own styles, and its script before the statement that renders the page. */
function addOwnParts(html: string, headings: string): string {
  const [style, script] = ['page.css', 'page.js'].map((name) => readFileSync(join(__dirname, 'docs', name), 'utf8'));
  const statement =
    /hydrate\(__redoc_definition, __redoc_options, (document\.getElementById\('redoc'\))\);\s*<\/script>/;
  if (!statement.test(html)) throw new Error('The page of this version of Redoc has no statement that renders it.');
  return html
    .replace('</head>', () => `<style>${style}${headings}</style>\n</head>`)
    .replace(
      statement,
      (_, root: string) => `${script}hydrate(atThisAddress(__redoc_definition), __redoc_options, ${root});\n</script>`,
    );
}

function replaceLogo(html: string): string {
  return html.replace(LOGO, `data:image/svg+xml;base64,${Buffer.from(LOGO_REPLACEMENT).toString('base64')}`);
}

/** Adds `#` to the links that Redoc renders without it; opened in a new tab, they would leave the page. */
function localizeLinks(html: string): string {
  const start = html.indexOf('<script type="module"');
  return html.slice(0, start).replace(/(<a\b[^>]*\shref=")\/(?!\/)/g, '$1#/') + html.slice(start);
}

/** Writes a file and renames it, so that no reader sees a partial file. */
function write(name: string, content: Buffer): void {
  const fresh = join(TARGET, `.${name}.${process.pid}`);
  writeFileSync(fresh, content);
  renameSync(fresh, join(TARGET, name));
}
