import { write, writer } from './database';

const [PROJECT, LIMIT] = [1, 1000];

const FIRST = `SELECT i.id FROM issue i WHERE i.project_id = ? ORDER BY i.last_seen DESC, i.id DESC LIMIT ?`;
const statements = [
  writer.prepare(`DELETE FROM event WHERE project_id = ? AND issue_id IN (${FIRST})`),
  writer.prepare(`DELETE FROM issue_hash WHERE project_id = ? AND issue_id IN (${FIRST})`),
  writer.prepare(`DELETE FROM issue WHERE project_id = ? AND id IN (${FIRST})`),
];

/** Removes the first thousand issues with all their events in one transaction, the simplest way. */
export function removeIssues(done: (reply: string) => void): void {
  write(() => {
    for (const statement of statements) statement.run(PROJECT, PROJECT, LIMIT);
    return 'Success.';
  }, done);
}
