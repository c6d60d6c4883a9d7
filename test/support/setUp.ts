import { randomBytes } from 'node:crypto';
import { openDatabase } from '../../src/store/open';
import { databaseUrl, makeDatabase, onPostgres } from './database';

/** Runs before all tests: on PostgreSQL, creates the migrated database that test databases are copied from. */
export default async function setUp(): Promise<void> {
  if (!onPostgres) return;
  const template = `culprit_template_${randomBytes(8).toString('hex')}`;
  await makeDatabase(template);
  await (await openDatabase(databaseUrl(template))).close();
  process.env['TEST_DATABASE_TEMPLATE'] = template;
}
