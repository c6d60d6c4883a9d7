import { openDatabase } from '../../src/store/engine/open';

/**
 * A program: opens the database at the URL and inserts organizations, one transaction each. Prints each slug after its
 * commit. Does so as another user, if one is given.
 */
async function main([url = '', prefix = '', count = '0', user]: string[]): Promise<void> {
  if (user !== undefined) {
    // Loads the driver, whose file the user may not be allowed to read.
    await (await openDatabase('sqlite::memory:')).close();
    process.setuid?.(Number(user));
  }
  const database = await openDatabase(url);
  for (let number = 0; number < Number(count); number += 1) {
    const slug = `${prefix}-${number}`;
    await database.write(({ organizations }) => organizations.insert({ slug, name: prefix, dateCreated: number }));
    process.stdout.write(`${slug}\n`);
  }
  await database.close();
}

void main(process.argv.slice(2));
