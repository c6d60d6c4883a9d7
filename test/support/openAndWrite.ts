import { openDatabase } from '../../src/store/engine/open';

/**
 * A program: opens the database at the URL and inserts organizations, one transaction each. Prints each slug after its
 * commit.
 */
async function main([url = '', prefix = '', count = '0']: string[]): Promise<void> {
  const database = await openDatabase(url);
  for (let number = 0; number < Number(count); number += 1) {
    const slug = `${prefix}-${number}`;
    await database.write(({ organizations }) => organizations.insert({ slug, name: prefix, dateCreated: number }));
    process.stdout.write(`${slug}\n`);
  }
  await database.close();
}

void main(process.argv.slice(2));
