// @ts-check
/**
 * Runs test files in the process of a worker itself, without a context of node:vm for each (src/DECISIONS.md, "Test
 * files"). Changes that a file makes to the process are undone when it ends: mocks, timers, `console`, `process.exit`
 * and environment variables.
 */
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

class WorkerEnvironment {
  /** @param {import('@jest/environment').JestEnvironmentConfig} config */
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    const { console, process } = globalThis;
    const { exit } = process;
    const variables = { ...process.env };
    this.restore = () => {
      globalThis.console = console;
      process.exit = exit;
      for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
      Object.assign(process.env, variables);
    };
  }

  async setup() {}

  /**
   * Tells hooks whether their test has failed, which `expect.getState()` does not.
   * @param {import('@jest/types').Circus.Event} event
   */
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.hasTestFailed = false;
    else if (name === 'test_fn_failure') this.global.hasTestFailed = true;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.restore();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest asks for the context that modules are evaluated in. */
  getVmContext() {
    return null;
  }
}

module.exports = WorkerEnvironment;
