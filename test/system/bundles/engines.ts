import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { defaultStackParser as browserStackParser } from '@sentry/browser';
import { defaultStackParser as nodeStackParser } from '@sentry/node';
import type { Browser } from 'playwright-core';
import { FileServer } from '../../support/fileServer';
import { launch, type Startable } from '../support/browser';

/**
 * The result of a run of the application: the errors of each case, and the debug ids by the stack that registered them.
 */
export interface RunResult {
  readonly records: readonly { readonly title: string; readonly errors: readonly RecordedError[] }[];
  readonly debugIds: Readonly<Record<string, string>>;
}

export interface RecordedError {
  readonly type: string;
  readonly value: string;
  readonly stack: string;
}

/** A frame as the SDK sends it. */
export interface SentFrame {
  readonly filename?: string | undefined;
  readonly function?: string | undefined;
  readonly lineno?: number | undefined;
  readonly colno?: number | undefined;
  readonly in_app?: boolean | undefined;
}

/** Runs the application in Node.js or in a browser. */
export interface Engine {
  readonly name: 'Node.js' | 'Chromium';
  readonly platform: 'node' | 'javascript';
  /** Imports files of a folder of the application and runs the cases of each. */
  run(files: readonly string[]): Promise<RunResult>;
  /** Returns the name in stack traces of a file of the folder. */
  nameOf(file: string): string;
  parseStack(stack: string): SentFrame[];
  close(): Promise<void>;
}

/** The module that runs the cases. No bundle contains it. */
const RUNNER = 'runCases.js';

export class NodeEngine implements Engine {
  readonly name = 'Node.js';
  readonly platform = 'node';

  constructor(private readonly folder: string) {}

  async run(files: readonly string[]): Promise<RunResult> {
    const urls = files.map((file) => pathToFileURL(this.nameOf(file)).href);
    // React leaves a port open, which would keep the process alive.
    const script = `
      const { runEntries } = await import(${JSON.stringify(pathToFileURL(this.nameOf(RUNNER)).href)});
      process.stdout.write(await runEntries(${JSON.stringify(urls)}), () => process.exit());`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env['PATH'] ?? '' },
      timeout: 60_000,
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(stdout) as RunResult;
  }

  nameOf(file: string): string {
    return join(this.folder, file);
  }

  parseStack(stack: string): SentFrame[] {
    return nodeStackParser(stack);
  }

  async close(): Promise<void> {
    // Each run is a process of its own.
  }
}

export class BrowserEngine implements Engine {
  readonly name = 'Chromium';
  readonly platform = 'javascript';

  private constructor(
    private readonly folder: string,
    private readonly server: FileServer,
    private readonly browser: Browser,
  ) {}

  static async start(folder: string, startable: Startable): Promise<BrowserEngine> {
    const server = await FileServer.start();
    server.files.set('/', (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    );
    return new BrowserEngine(folder, server, await launch(startable));
  }

  async run(files: readonly string[]): Promise<RunResult> {
    const page = await this.browser.newPage();
    try {
      await page.route('**/*.js', async (route) => {
        const path = new URL(route.request().url()).pathname;
        const body = await readFile(join(this.folder, path));
        await route.fulfill({ body, contentType: 'text/javascript' });
      });
      await page.goto(this.server.url('/'));
      const [runner, urls] = [this.nameOf(RUNNER), files.map((file) => this.nameOf(file))].map((one) =>
        JSON.stringify(one),
      );
      const script = `import(${runner}).then(({ runEntries }) => runEntries(${urls}))`;
      return JSON.parse(await page.evaluate<string>(script)) as RunResult;
    } finally {
      await page.close();
    }
  }

  nameOf(file: string): string {
    return this.server.url(`/${file}`);
  }

  parseStack(stack: string): SentFrame[] {
    return browserStackParser(stack);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}
