import type { Migration } from '../engine/ddl';

/*
 * The second factor of members. `secret` is in base32 and leaves the service only once; `last_step` is the time step of
 * the last accepted code; `recovery_hashes` is JSON, the SHA-256 of the codes that were not used.
 */
export const secondFactors: Migration = {
  number: 67,
  name: 'second-factors',
  onlyAdds: true,
  statements: [
    `CREATE TABLE second_factor (
      organization_id INTEGER NOT NULL,
      member_id INTEGER NOT NULL,
      secret TEXT NOT NULL,
      is_confirmed INTEGER NOT NULL,
      last_step INTEGER NOT NULL,
      recovery_hashes TEXT NOT NULL,
      PRIMARY KEY (organization_id, member_id)
    ) STRICT, WITHOUT ROWID`,
  ],
};
