import type { Migration } from '../engine/ddl';

/*
 * The decisions of alert rules about issues as JSON, the newest ones of each rule and issue: a decision overwrites an
 * older one in its slot. Slot 0 repeats the newest decision, so that saving events reads one row. The slot comes before
 * the rule in the key: the newest decisions about an issue are neighbours.
 */
export const alertDecisions: Migration = {
  number: 57,
  name: 'alert-decisions',
  onlyAdds: true,
  statements: [
    `CREATE TABLE alert_decision (
      project_id INTEGER NOT NULL,
      issue_id INTEGER NOT NULL,
      slot INTEGER NOT NULL,
      rule_id INTEGER NOT NULL,
      content TEXT NOT NULL,
      date_created INTEGER NOT NULL,
      PRIMARY KEY (project_id, issue_id, slot, rule_id)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX alert_decision_oldest ON alert_decision (date_created)',
    // Alerts of rules remain for a while after their delivery, so that a decision leads to it.
    'CREATE INDEX alert_of_rule_oldest ON alert (date_created) WHERE digest IS NOT NULL AND queue_id > 0',
  ],
};
