// @ts-check
/**
 * The environment of Node.js, in which modules that were compiled for one test file are not compiled again for the next: jest evaluates
 * 1,100 modules for each file that starts the service (src/DECISIONS.md, "Test files").
 */
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const { compileFunction } = vm;

/** @type {Map<string, { code: string, cachedData: Buffer }>} */
const compiled = new Map();

/** V8 only compares the length of a text with that of the compiled one. */
vm.compileFunction = function compileOnce(code, parameters, options = {}) {
  const { filename = '', parsingContext } = options;
  if (parsingContext === undefined) return compileFunction(code, parameters, options);
  const known = compiled.get(filename);
  if (known?.code === code) return compileFunction(code, parameters, { ...options, cachedData: known.cachedData });
  const result = compileFunction(code, parameters, { ...options, produceCachedData: true });
  if (result.cachedData !== undefined) compiled.set(filename, { code, cachedData: result.cachedData });
  return result;
};

module.exports = TestEnvironment;
