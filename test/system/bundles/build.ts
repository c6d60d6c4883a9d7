/**
 * Builds the sample application with every bundler, and the files of the reference run. Runs as a process of its own:
 * some bundlers are ES modules, which jest does not load. Argument: the folder with `src`, which receives `dist` and
 * `unbundled`.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import terser from '@rollup/plugin-terser';
import * as swc from '@swc/core';
import esbuild from 'esbuild';
import { type Plugin, rollup } from 'rollup';
import TerserPlugin from 'terser-webpack-plugin';
import ts from 'typescript';
import webpack from 'webpack';
import { BUNDLES, type Bundler, folderOf } from './bundles';

const folder = process.argv[2] ?? '';

/** A list of entries becomes one file for each, named after it. */
const inputsOf = (entries: readonly string[]) =>
  Object.fromEntries(entries.map((entry) => [entry.replace(/\.\w+$/, ''), join(folder, 'src', entry)]));

type Build = (entries: readonly string[], outDirectory: string) => Promise<unknown>;

function buildWithEsbuild(options: esbuild.BuildOptions): Build {
  return (entries, outdir) =>
    esbuild.build({
      entryPoints: inputsOf(entries),
      outdir,
      absWorkingDir: folder,
      bundle: true,
      minify: true,
      sourcemap: true,
      format: 'esm',
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'error',
      ...options,
    });
}

/** Options of SWC as the loader of webpack and of Rspack. */
const SWC_LOADER = {
  test: /\.(?:js|ts|jsx)$/,
  exclude: /node_modules/,
  type: 'javascript/auto',
  options: {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true, decorators: true },
      transform: { legacyDecorator: true, react: { runtime: 'automatic' } },
    },
  },
};

interface WebpackChoices {
  readonly minify?: typeof TerserPlugin.swcMinify;
  /** Without a loader, webpack's maps have few columns. */
  readonly hasLoader: boolean;
  readonly splitChunks?: boolean;
}

function buildWithWebpack({ minify, hasLoader, splitChunks = false }: WebpackChoices): Build {
  return (entries, path) =>
    finished((done) =>
      webpack(
        {
          mode: 'production',
          context: folder,
          entry: inputsOf(entries),
          devtool: 'source-map',
          target: ['web', 'es2022'],
          experiments: { outputModule: true },
          output: { path, filename: '[name].js', library: { type: 'module' } },
          module: { rules: hasLoader ? [{ ...SWC_LOADER, loader: 'swc-loader' }] : [] },
          optimization: {
            minimizer: [new TerserPlugin({ parallel: false, ...(minify === undefined ? {} : { minify }) })],
            ...(splitChunks && { splitChunks: { chunks: 'all', minSize: 0 } }),
          },
        },
        done,
      ),
    );
}

const buildWithRspack: Build = async (entries, path) => {
  const { rspack } = await import('@rspack/core');
  return finished((done) =>
    rspack(
      {
        mode: 'production',
        context: folder,
        entry: inputsOf(entries),
        devtool: 'source-map',
        target: ['web', 'es2022'],
        output: { path, filename: '[name].js', module: true, library: { type: 'module' } },
        module: { rules: [{ ...SWC_LOADER, loader: 'builtin:swc-loader' }] },
      },
      done,
    ),
  );
};

interface Stats {
  hasErrors(): boolean;
  toString(options: object): string;
}

function finished(start: (done: (error: Error | null, stats?: Stats) => void) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error, stats) => {
      if (error !== null) reject(error);
      else if (stats?.hasErrors() !== false) reject(new Error(stats?.toString({ all: false, errors: true })));
      else resolve();
    });
  });
}

function buildWithRollup(...plugins: readonly Plugin[]): Build {
  return async (entries, dir) => {
    const bundle = await rollup({ input: inputsOf(entries), plugins: [...plugins], logLevel: 'silent' });
    await bundle.write({ dir, format: 'es', sourcemap: true });
    await bundle.close();
  };
}

/** Compiles with TypeScript, file by file. */
function compile(id: string, text: string, options: ts.CompilerOptions): { code: string; map: string } {
  const { outputText, sourceMapText } = ts.transpileModule(text, {
    fileName: id.replace(/\.js$/, '.ts'),
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.ReactJSX,
      experimentalDecorators: true,
      sourceMap: true,
      inlineSources: true,
      ...options,
    },
  });
  const map = JSON.stringify({ ...(JSON.parse(sourceMapText ?? '{}') as object), sources: [id] });
  return { code: outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'), map };
}

const typescriptToEs5: Plugin = {
  name: 'typescript-es5',
  transform: (text, id) =>
    compile(id, text, { target: ts.ScriptTarget.ES5, downlevelIteration: true, ignoreDeprecations: '5.0' }),
};

const swcTransform: Plugin = {
  name: 'swc',
  transform: async (text, filename) => {
    const { code, map } = await swc.transform(text, {
      filename,
      configFile: false,
      swcrc: false,
      sourceMaps: true,
      jsc: {
        target: 'es2020',
        parser: filename.endsWith('.ts') ? { syntax: 'typescript', decorators: true } : { syntax: 'ecmascript' },
        transform: { legacyDecorator: true },
      },
    });
    return { code, map: map ?? null };
  },
  renderChunk: async (text) => {
    const { code, map } = await swc.minify(text, { module: true, sourceMap: true, compress: true, mangle: true });
    return { code, map: map ?? null };
  },
};

/** Vite minifies, except for the reference, for which it writes a file for each module. */
function buildWithVite(isReference = false): Build {
  return async (entries, outDir) => {
    const [{ build }, { default: vue }] = await Promise.all([import('vite'), import('@vitejs/plugin-vue')]);
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      plugins: [vue()],
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir,
        emptyOutDir: true,
        sourcemap: true,
        target: 'es2022',
        minify: !isReference,
        modulePreload: false,
        rolldownOptions: {
          input: inputsOf(entries),
          preserveEntrySignatures: 'strict',
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            ...(isReference && { preserveModules: true, preserveModulesRoot: join(folder, 'src') }),
          },
        },
      },
    });
  };
}

const BUILDERS: Record<Bundler, Build> = {
  esbuild: buildWithEsbuild({}),
  'esbuild splitting': buildWithEsbuild({ splitting: true }),
  'esbuild without sources': buildWithEsbuild({ sourcesContent: false }),
  'webpack + terser': buildWithWebpack({ hasLoader: true }),
  'webpack splitting': buildWithWebpack({ hasLoader: true, splitChunks: true }),
  'webpack + swc': buildWithWebpack({ hasLoader: false, minify: TerserPlugin.swcMinify }),
  'rollup + terser': buildWithRollup(terser({ maxWorkers: 1 })),
  'rollup + swc': buildWithRollup(swcTransform),
  'TypeScript ES5': buildWithRollup(typescriptToEs5, terser({ maxWorkers: 1 })),
  vite: buildWithVite(),
  rspack: buildWithRspack,
};

/** The packages that the application with React imports, in one file that engines load as it is. */
const REACT = `
export { Component, createContext, forwardRef, memo, useContext, useMemo, useReducer, useState } from 'react';
export { jsx, jsxs, Fragment } from 'react/jsx-runtime';
export { renderToString } from 'react-dom/server';
`;

/**
 * Writes the files of the reference run. JavaScript stays as it is, apart from the names of modules in imports.
 * TypeScript and JSX are compiled for the newest engines, each file to one file with a map, and Vue's components by
 * Vite.
 */
async function writeReference(): Promise<void> {
  const names = await readdir(join(folder, 'src'), { recursive: true });
  for (const name of names.filter((name) => /\.(?:js|jsx|ts)$/.test(name) && name !== 'vue.js')) {
    const text = await readFile(join(folder, 'src', name), 'utf8');
    const isScript = name.endsWith('.js');
    const { code, map } = isScript
      ? { code: text, map: null }
      : compile(`src/${name}`, text, { target: ts.ScriptTarget.ESNext });
    const target = join(folder, 'unbundled', isScript ? name : `${name}.js`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(
      target,
      code
        .replace(/(from '\.[^']*\.(?:ts|jsx))'/g, "$1.js'")
        .replace(/(from ['"])react[-/a-z]*(['"])/g, '$1./packages/react.js$2'),
    );
    if (map !== null) await writeFile(`${target}.map`, map);
  }
  await esbuild.build({
    stdin: { contents: REACT, resolveDir: folder },
    outfile: join(folder, 'unbundled/packages/react.js'),
    bundle: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  await buildWithVite(true)(['vue.js'], join(folder, 'unbundled/vue'));
}

async function main(): Promise<void> {
  // Vite resolves paths in the working directory.
  process.chdir(folder);
  await writeReference();
  for (const bundle of BUNDLES) await BUILDERS[bundle.bundler](bundle.entries, join(folder, folderOf(bundle)));
}

void main();
