import type { Migration } from '../engine/ddl';

/* The id of a project at the tracker that its key came from: clients go on sending both. */
export const importedKeys: Migration = {
  number: 63,
  name: 'imported-keys',
  onlyAdds: true,
  statements: ['ALTER TABLE project_key ADD COLUMN former_project_id TEXT'],
};
