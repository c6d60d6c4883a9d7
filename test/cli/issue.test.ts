import { moreHint } from '../../src/cli/issue';

test.each([
  [25, 'There are more; --limit 50 shows them.\n'],
  [600, 'There are more; --limit 1000 shows them.\n'],
  [1000, 'There are more; a search with --query selects some of them.\n'],
])('the hint below %i issues names a limit that is allowed', (limit, hint) => expect(moreHint(limit)).toBe(hint));
