import { statusOf } from '../../src/domain/issueState';
import { AlertFixture, MINUTE } from '../alerts/alertFixture';

const HASH = 'a'.repeat(32);

let fixture: AlertFixture;
beforeEach(async () => (fixture = await AlertFixture.open()));
afterEach(() => fixture.close());

const send = (user: string) =>
  fixture.event('Error: x', { hash: HASH, tags: [{ key: 'user', value: user }], sendsMail: false });

async function findIssue() {
  const issue = await fixture.database.read(({ issues }) => issues.findByNumber(fixture.project.id, 1));
  if (issue === undefined) throw new Error('The issue exists.');
  return issue;
}

test('users count within their minutes only, each once, and also those of one batch', async () => {
  await send('id:1');
  const { id, assignee, reopenedAt } = await findIssue();
  const ignoredAt = { time: fixture.now, timesSeen: 1, userCount: 1 };
  await fixture.write(({ issueStates }) =>
    issueStates.save(
      fixture.project.id,
      new Map([
        [
          id,
          {
            status: statusOf('ignored'),
            substatus: 'archived_until_condition_met',
            isAutoResolved: false,
            statusDetails: { ignoreUserCount: 3, ignoreUserWindow: 10, ignoredAt },
            assignee,
            reopenedAt,
          },
        ],
      ]),
    ),
  );
  await send('id:1');
  fixture.now += 6 * MINUTE;
  await Promise.all(['id:2', 'id:2', 'id:2'].map(send));
  expect(await findIssue()).toMatchObject({ status: 'ignored' });
  // The event of the first user is too long ago.
  fixture.now += 5 * MINUTE;
  await send('id:3');
  expect(await findIssue()).toMatchObject({ status: 'ignored' });
  await Promise.all(['id:3', 'id:1', 'id:3'].map(send));
  expect(await findIssue()).toMatchObject({ status: 'unresolved', substatus: 'ongoing', statusDetails: null });
});
