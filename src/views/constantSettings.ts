/**
 * What the record has of settings that nothing in this service could act on (decisions.md D20): the same for every project, and
 * refused by `updateProject`. The contract says of each why.
 */
export const CONSTANT_SETTINGS = {
  storeCrashReports: 0,
  groupingEnhancementsBase: null,
  groupingAutoUpdate: true,
  builtinSymbolSources: ['ios', 'microsoft', 'android', 'nuget'],
  /** A serialized JSON list. */
  symbolSources: '[]',
  cspIgnoredSourcesDefaults: true,
  cspIgnoredSources: '',
  feedbackBranding: true,
} as const;
