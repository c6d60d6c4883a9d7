/** Counts of the events of issues are deleted after this many days. */
export const COUNT_RETENTION_DAYS = 90;
