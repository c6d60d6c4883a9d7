/** In the order in which they run: those that need a quiet disk first, the largest database last. */
export const SCENARIO_NAMES = [
  'startup',
  'memory',
  'ingest',
  'list',
  'team',
  'update',
  'sourcemaps',
  'disk',
  'pages',
  'removal',
] as const;

export type ScenarioName = (typeof SCENARIO_NAMES)[number];
