// @ts-check
/**
 * Loads modules with the `require` of Node.js, so that a worker evaluates each of them once for all its test files, and
 * not once for each: a file that starts the service needs 1,100 modules (src/DECISIONS.md, "Test files").
 */
const asyncHooks = require('node:async_hooks');
const Module = require('node:module');
const fc = require('fast-check');
const { default: Runtime } = require('jest-runtime');

// A change is judged by the same values as the change before it; another seed looks for further errors.
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });

/** @type {import('@jest/transform').TransformOptions} */
const OPTIONS = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: false,
  supportsStaticESM: false,
  supportsTopLevelAwait: false,
};

/** The file of the source map of each compiled module, by the path of the module. @type {Map<string, string>} */
const sourceMaps = new Map();

/** The symbols of the global object under which the framework keeps the tests and the time limit of a file. */
const FRAMEWORK_STATE = /JEST_STATE_SYMBOL|EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL/;

/**
 * In place of an AsyncLocalStorage: the store of the work that began last, which has not ended. The framework asks
 * which test or hook runs, and they run one after another. Each AsyncLocalStorage adds a property to every promise of
 * the worker until the worker ends, and the framework would have another one for each file.
 */
class SequentialStorage {
  #store;

  getStore() {
    return this.#store;
  }

  /**
   * @param {unknown} store
   * @param {() => unknown} work
   */
  run(store, work) {
    const outer = this.#store;
    const leave = () => void (this.#store = outer);
    this.#store = store;
    try {
      const result = work();
      if (result instanceof Promise) return result.finally(leave);
      leave();
      return result;
    } catch (error) {
      leave();
      throw error;
    }
  }
}

class WorkerRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} parameters */
  constructor(...parameters) {
    super(...parameters);
    const [, , , transformer, , coverage, testPath] = parameters;
    this.testPath = testPath;
    Module['_extensions']['.ts'] = (module, file) => {
      const { code, sourceMapPath } = transformer.transform(file, { ...OPTIONS, ...coverage });
      if (sourceMapPath !== null) sourceMaps.set(file, sourceMapPath);
      module._compile(code, file);
    };
  }

  installGetBuiltinModule() {}

  requireModule(from, name) {
    return name === undefined ? require(from) : Module.createRequire(from)(name);
  }

  requireActual(from, name) {
    return this.requireModule(from, name);
  }

  /**
   * The test framework keeps the tests of a file in its module and in symbols of the global object: it is evaluated for
   * each file.
   */
  requireInternalModule(file) {
    delete require.cache[file];
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (FRAMEWORK_STATE.test(String(symbol))) delete globalThis[symbol];
    }
    const { AsyncLocalStorage } = asyncHooks;
    Object.assign(asyncHooks, { AsyncLocalStorage: SequentialStorage });
    try {
      return require(file);
    } finally {
      Object.assign(asyncHooks, { AsyncLocalStorage });
    }
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    globalThis.jest = this.jestGlobals.jestObjectFor(this.testPath);
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  getSourceMaps() {
    return sourceMaps;
  }

  teardown() {
    this.restoreAllMocks();
    delete require.cache[this.testPath];
  }
}

module.exports = WorkerRuntime;
