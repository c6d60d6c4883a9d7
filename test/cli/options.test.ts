import { nameChanges } from '../../src/cli/command';
import { ignoreIssues } from '../../src/cli/issue';
import { purgeUploads } from '../../src/cli/sourcemaps';

describe('a wrong option is named, with what would be right', () => {
  it('a new slug', () => {
    expect(() => nameChanges({ newSlug: 'SHOP' })).toThrow(/^--new-slug is "SHOP", but must be 1 to 100 /);
  });

  it.each(['0', '1.5', '99999999999999'])('%s further events', async (events) => {
    const expected = `--events is "${events}", but must be a whole number from 1 to 999999999.`;
    await expect(async () => ignoreIssues(['SHOP-1'], { events })).rejects.toThrow(expected);
  });

  it('half an hour', async () => {
    await expect(purgeUploads({ organization: 'acme', olderThan: '0.5' })).rejects.toThrow(
      /^--older-than is "0\.5", but must be a whole number of hours from 0 to \d+\.$/,
    );
  });
});
