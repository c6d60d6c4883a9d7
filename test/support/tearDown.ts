import { dropDatabase } from './database';

/** Runs after all tests. */
export default async function tearDown(): Promise<void> {
  const template = process.env['TEST_DATABASE_TEMPLATE'];
  if (template !== undefined) await dropDatabase(template);
}
