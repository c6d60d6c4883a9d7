import { openDatabase } from '../../src/store/open';

/** A process of its own: opens the database at the URL and adds organizations, one transaction each. Prints how many. */
async function main([url = '', prefix = '', count = '0']: string[]): Promise<void> {
  const database = await openDatabase(url);
  for (let number = 0; number < Number(count); number += 1) {
    await database.write(({ organizations }) =>
      organizations.insert({ slug: `${prefix}-${number}`, name: prefix, dateCreated: number }),
    );
  }
  await database.close();
  process.stdout.write(count);
}

void main(process.argv.slice(2));
