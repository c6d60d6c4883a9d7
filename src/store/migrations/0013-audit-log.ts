import { createSequences, type Migration, type SchemaStatement } from '../ddl';

/*
 * Who changed what. Entries keep the names of the time of the change, because what they name may be renamed or removed. There are no
 * foreign keys, so that entries remain after the removal of their organization.
 */
const statements: readonly SchemaStatement[] = [
  createSequences('audit_log'),
  `CREATE TABLE audit_log (
    organization_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    date_created INTEGER NOT NULL,
    event TEXT NOT NULL,
    member_id INTEGER,
    token_id INTEGER,
    email TEXT,
    system_user TEXT,
    ip_address TEXT,
    target_id TEXT NOT NULL,
    target_name TEXT NOT NULL,
    project_id INTEGER,
    project_slug TEXT,
    details TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX audit_log_newest ON audit_log (organization_id, date_created DESC, id DESC)',
  'CREATE INDEX audit_log_oldest ON audit_log (date_created)',
];

export const auditLog: Migration = { number: 13, name: 'audit-log', statements };
