import type { Migration } from '../engine/ddl';

/*
 * The account of the OpenID provider (`issuer`, `subject`) with which a member first signed in. Another account with
 * the same e-mail address does not sign in as the member.
 */
export const providerAccounts: Migration = {
  number: 66,
  name: 'provider-accounts',
  onlyAdds: true,
  statements: [
    `CREATE TABLE provider_account (
      organization_id INTEGER NOT NULL,
      member_id INTEGER NOT NULL,
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      date_created INTEGER NOT NULL,
      PRIMARY KEY (organization_id, member_id, issuer),
      UNIQUE (organization_id, issuer, subject)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX provider_account_of ON provider_account (issuer, subject)',
  ],
};
