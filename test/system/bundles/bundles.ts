/** The bundles of the sample application. */

export type Bundler =
  | 'esbuild'
  | 'esbuild splitting'
  | 'esbuild without sources'
  | 'webpack + terser'
  | 'webpack splitting'
  | 'webpack + swc'
  | 'rollup + terser'
  | 'rollup + swc'
  | 'TypeScript ES5'
  | 'vite'
  | 'rspack';

export interface Bundle {
  /** Also the name of its folder. */
  readonly name: string;
  readonly bundler: Bundler;
  /** Modules in `src` that export `run`. Each becomes a file. */
  readonly entries: readonly string[];
  /** The way in which the service finds its maps. */
  readonly upload: 'debug ids' | 'release';
}

/** Returns the folder of a bundle. The tool that adds debug ids is run on `dist/debug-ids`. */
export const folderOf = ({ name, upload }: Bundle) => `dist/${upload === 'release' ? 'release' : 'debug-ids'}/${name}`;

/** `plain.js` for the entry `plain.js`, `typescript.js` for `typescript.ts`. */
export const fileOfEntry = (entry: string) => entry.replace(/\.\w+$/, '.js');

export const BUNDLES: readonly Bundle[] = [
  { name: 'esbuild', bundler: 'esbuild', entries: ['plain.js', 'typescript.ts'], upload: 'debug ids' },
  { name: 'esbuild-splitting', bundler: 'esbuild splitting', entries: ['split.js'], upload: 'debug ids' },
  { name: 'esbuild-react', bundler: 'esbuild', entries: ['react.jsx'], upload: 'debug ids' },
  {
    name: 'webpack-terser',
    bundler: 'webpack + terser',
    entries: ['plain.js', 'typescript.ts', 'react.jsx'],
    upload: 'debug ids',
  },
  { name: 'webpack-splitting', bundler: 'webpack splitting', entries: ['split.js'], upload: 'debug ids' },
  { name: 'webpack-swc', bundler: 'webpack + swc', entries: ['plain.js'], upload: 'release' },
  { name: 'rollup-terser', bundler: 'rollup + terser', entries: ['plain.js'], upload: 'release' },
  { name: 'rollup-swc', bundler: 'rollup + swc', entries: ['plain.js', 'typescript.ts'], upload: 'debug ids' },
  { name: 'typescript-es5', bundler: 'TypeScript ES5', entries: ['plain.js', 'typescript.ts'], upload: 'debug ids' },
  { name: 'vite', bundler: 'vite', entries: ['plain.js', 'typescript.ts', 'react.jsx'], upload: 'debug ids' },
  { name: 'vite-vue', bundler: 'vite', entries: ['vue.js'], upload: 'debug ids' },
  { name: 'rspack', bundler: 'rspack', entries: ['plain.js', 'typescript.ts', 'react.jsx'], upload: 'debug ids' },
];
