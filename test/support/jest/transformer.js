// @ts-check
/** Compiles TypeScript for jest, which keeps the result until the text or one of these constants changes. */
const { createHash } = require('node:crypto');
const esbuild = require('esbuild');

/** @type {import('esbuild').TransformOptions} */
const OPTIONS = {
  loader: 'ts',
  format: 'cjs',
  target: 'es2023',
  // `import()` becomes `require`, which finds TypeScript files too.
  supported: { 'dynamic-import': false },
  sourcemap: 'external',
  sourcesContent: false,
};

/** Specifiers of `import()` that name a file of the build, although tests run the sources. */
const BUILT = /import\('(\.{1,2}\/[^']+)\.js'\)/g;

/** @type {import('@jest/transform').SyncTransformer} */
module.exports = {
  process(text, file) {
    const { code, map } = esbuild.transformSync(text.replaceAll(BUILT, "import('$1')"), {
      ...OPTIONS,
      sourcefile: file,
    });
    return { code, map };
  },
  /**
   * Leaves out the configuration of jest: the tests on PostgreSQL find the files that the tests on SQLite have
   * compiled.
   */
  getCacheKey(text, file) {
    return createHash('sha256')
      .update([esbuild.version, JSON.stringify(OPTIONS), BUILT.source, file, text].join('\0'))
      .digest('hex');
  },
};
