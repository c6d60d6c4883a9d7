/** Builds the console, which the service returns to browsers: dist/console, with compressed forms beside the files. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ROOT = path.join(__dirname, '..');
const TARGET = path.join(ROOT, 'dist', 'console');
/** The folder of the new build: a service that starts during the build finds the complete former console. */
const NEW = `${TARGET}.new-${process.pid}`;
const FORMER = `${TARGET}.former-${process.pid}`;

async function buildConsole(): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: path.join(ROOT, 'src', 'console', 'vite.config.mts'),
    logLevel: 'warn',
    build: { outDir: NEW },
  });
  let first = 0;
  const page = readFileSync(path.join(NEW, 'index.html'), 'utf8');
  writeFileSync(path.join(NEW, 'confirm-address.html'), withoutPreload(page));
  for (const entry of readdirSync(NEW, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
    writeFileSync(`${file}.br`, brotli);
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    if (entry.name === 'index.html' || page.includes(entry.name)) first += brotli.length;
  }
  replaceFolder();
  process.stdout.write(`The first load of the console has ${Math.ceil(first / 1024)} KB, compressed.\n`);
}

/** Returns the page for people who are no members: it reads no session, and browsers warn of an unused preload. */
function withoutPreload(page: string): string {
  const [before, after, ...others] = page.split(/ *<link rel="preload" href="\/api\/0\/auth\/options\/"[^>]*>\n/);
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error('src/console/index.html preloads the session in another way.');
  return before + after;
}

function replaceFolder(): void {
  if (existsSync(TARGET)) renameSync(TARGET, FORMER);
  renameSync(NEW, TARGET);
  rmSync(FORMER, { recursive: true, force: true });
}

buildConsole().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
