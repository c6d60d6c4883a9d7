import { createSequences, type Migration, type SchemaStatement } from '../engine/ddl';

const statements: readonly SchemaStatement[] = [
  createSequences('event_attachment'),
  /*
   * Files that clients send with events, whose bytes are in `content`; an empty file has none there. The event may
   * arrive later than its files, or never. The key makes a file that is sent again the same row.
   */
  `CREATE TABLE event_attachment (
    project_id INTEGER NOT NULL,
    event_id BLOB NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    sha1 TEXT NOT NULL,
    id INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    content_type TEXT,
    size INTEGER NOT NULL,
    is_screenshot INTEGER NOT NULL,
    is_scrubbed INTEGER NOT NULL,
    date_created INTEGER NOT NULL,
    PRIMARY KEY (project_id, event_id, name, type, sha1)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX event_attachment_newest ON event_attachment (project_id, date_created DESC, id DESC)',
  'CREATE INDEX event_attachment_by_content ON event_attachment (organization_id, sha1)',
  /* The bytes of a project's attachments in the quota of its organization. */
  `CREATE TABLE attachment_usage (
    project_id INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (project_id)
  ) STRICT`,
  'CREATE INDEX attachment_usage_of_organization ON attachment_usage (organization_id)',
];

export const attachments: Migration = { number: 54, name: 'attachments', onlyAdds: true, statements };
