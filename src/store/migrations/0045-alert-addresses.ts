import { lowerAscii } from '../../domain/text';
import type { Migration, SchemaStatement } from '../engine/ddl';
import type { Session } from '../engine/sql';

/*
 * Addresses of alert rules that belong to no member, in lower case, and whether their owners have confirmed them. The
 * hash belongs to the token in the newest mail that asks for confirmation, sent at `date_created`; it is unique over
 * all organizations, because it is looked up before the organization is known.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE alert_address (
    organization_id INTEGER NOT NULL,
    address TEXT NOT NULL,
    hash TEXT UNIQUE,
    date_created INTEGER NOT NULL,
    date_confirmed INTEGER,
    PRIMARY KEY (organization_id, address)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX alert_address_waiting ON alert_address (date_created) WHERE date_confirmed IS NULL',
];

const RULES_PER_STEP = 1000;
const NEXT_RULES = `SELECT project_id AS "project", id AS "id", organization_id AS "organization", content AS "content" FROM alert_rule
  WHERE (project_id, id) > (?, ?) ORDER BY project_id, id LIMIT ${RULES_PER_STEP}`;
const INSERT = `INSERT INTO alert_address (organization_id, address, date_created, date_confirmed) VALUES (?, ?, ?, ?)
  ON CONFLICT (organization_id, address) DO NOTHING`;

interface StoredRule {
  readonly project: number;
  readonly id: number;
  readonly organization: number;
  readonly content: string;
}

/** Confirms the addresses that rules already have, so that existing recipients do not miss an alert. */
async function fill(session: Session): Promise<void> {
  const now = Date.now();
  let last: readonly [project: number, id: number] | undefined = [0, 0];
  while (last !== undefined) {
    const rows: StoredRule[] = await session.all(NEXT_RULES, last);
    await session.runMany(
      INSERT,
      rows.flatMap(({ organization, content }) =>
        addressesIn(content).map((address) => [organization, address, now, now]),
      ),
    );
    const end = rows.at(-1);
    last = end && [end.project, end.id];
  }
}

function addressesIn(content: string): string[] {
  const { recipients } = JSON.parse(content) as { recipients: readonly { type: string; address?: string }[] };
  return recipients.flatMap(({ type, address }) => (type === 'email' && address ? [lowerAscii(address)] : []));
}

export const alertAddresses: Migration = { number: 45, name: 'alert-addresses', statements, fill };
