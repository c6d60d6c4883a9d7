// @ts-check
/**
 * The tiers of tests, which the folder of a test decides (test/README.md): `npm test` and `npm run test:system` on
 * SQLite, and, where TEST_DATABASE_URL names a server, `npm run test:postgres`.
 */
const path = require('node:path');

const rootDir = path.resolve(__dirname, '../../..');
const folders = (/** @type {string[]} */ ...names) => names.map((name) => path.join(rootDir, 'test', name));

const common = {
  rootDir,
  testEnvironment: path.join(__dirname, 'environment.js'),
  runtime: path.join(__dirname, 'runtime.js'),
  transform: { '^.+\\.ts$': path.join(__dirname, 'transformer.js') },
  globalSetup: path.join(rootDir, 'test/support/setUp.ts'),
  globalTeardown: path.join(rootDir, 'test/support/tearDown.ts'),
};

const test = {
  ...common,
  displayName: 'test',
  roots: folders(''),
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/system/', '<rootDir>/test/postgres/'],
};

const system = { ...common, displayName: 'system', roots: folders('system') };

/**
 * Tests in folders of `postgres` in which no database takes part, or whose requests the parity suite sends to both
 * databases: scopes are checked before the subject is read, and it compares the audit logs of all its changes.
 */
const INDEPENDENT = [
  '/test/system/cli/(issue|mcp|sourcemapsCheck)',
  '/test/contract/(access|auditLog|compose|examples|review/|eventSchemas|fuzz|lint|shape|workflows)',
  '/test/ingest/(filters|grouping|items|minidump|normalize|scrub)/',
  '/test/ingest/worker/(fairProcessing|messages|runningStep)',
  '/test/ingest/(describeEvent|envelope|event(Fields|Steps)|fairQueue|feedback\\.|frameFields|glob|hostileTexts|jsonText)',
  '/test/ingest/(ownershipRules|payload|processSamples|remarks|sessionReports|settingsCache|spikeGuard|tags|userAgent)',
  '/test/(jobs/stepSize|api/operation\\.|alerts/(mailLimits|testSlots))',
];

/** Folders whose tests are about a database, and so run on both, except tests of SQLite alone. */
const postgres = {
  ...common,
  displayName: 'postgres',
  roots: folders('postgres', 'alerts', 'api', 'contract', 'ingest', 'jobs', 'store', 'system/cli'),
  testPathIgnorePatterns: ['/node_modules/', '/sqlite[^/]*$', ...INDEPENDENT],
};

/** @type {import('jest').Config} */
module.exports = {
  rootDir,
  projects: process.env['TEST_DATABASE_URL'] === undefined ? [test, system] : [postgres],
  coverageProvider: 'babel',
  // Ends a test that hangs. It is no measure: a busy machine may take many times as long as an idle one.
  testTimeout: 300_000,
  maxWorkers: 2,
  workerIdleMemoryLimit: '1500MB',
};
