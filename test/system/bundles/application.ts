import { execFile } from 'node:child_process';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';

const ROOT = resolve(__dirname, '../../..');

/** The sample application in a temporary folder, with its bundles in `dist` and the files of the reference run. */
export class Application {
  private constructor(private readonly directory: TemporaryDirectory) {}

  static async build(): Promise<Application> {
    const application = new Application(await makeTemporaryDirectory());
    const { path } = application;
    await cp(join(__dirname, 'app'), path, { recursive: true });
    await symlink(resolve(__dirname, '../node_modules'), join(path, 'node_modules'));
    await writeFile(join(path, 'package.json'), JSON.stringify({ name: 'sample', private: true, type: 'module' }));
    const compilerOptions = { target: 'es2022', experimentalDecorators: true, jsx: 'react-jsx', strict: true };
    await writeFile(join(path, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
    // Vite and React have a form for development, which every other value selects.
    const options = { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production' }, timeout: 240_000 };
    const { stderr } = await promisify(execFile)(process.execPath, [tsx, join(__dirname, 'build.ts'), path], options);
    if (stderr.trim() !== '') throw new Error(stderr);
    return application;
  }

  get path(): string {
    return this.directory.path;
  }

  dispose(): Promise<void> {
    return this.directory.dispose();
  }
}
