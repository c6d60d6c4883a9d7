import { useTemporaryDatabase } from '../../support/database';

const { database } = useTemporaryDatabase();

const issuesOf = (memberId: string, ...issueIds: string[]) => ({ projectId: '1', memberId, issueIds });
const marksOf = (memberId: string, projectId = '1') =>
  database.read(({ issueMarks }) => issueMarks.find({ projectId, memberId, issueIds: ['1', '2', '3', '4'] }));

describe('marks of issues', () => {
  it('belong to one member each', async () => {
    await database.write(async ({ issueMarks }) => {
      await issueMarks.setBookmarks(issuesOf('7', '1', '2'), true);
      await issueMarks.setSeen(issuesOf('7', '2', '3'), 500);
      await issueMarks.setSeen(issuesOf('8', '1'), 600);
    });
    expect(await marksOf('7')).toEqual(
      new Map([
        ['1', { isBookmarked: true, seenAt: null }],
        ['2', { isBookmarked: true, seenAt: 500 }],
        ['3', { isBookmarked: false, seenAt: 500 }],
      ]),
    );
    expect(await marksOf('8')).toEqual(new Map([['1', { isBookmarked: false, seenAt: 600 }]]));
    expect(await marksOf('7', '2')).toEqual(new Map());
  });

  it('are set again and taken away', async () => {
    await database.write(async ({ issueMarks }) => {
      await issueMarks.setBookmarks(issuesOf('7', '1', '2'), true);
      await issueMarks.setBookmarks(issuesOf('7', '1'), true);
      await issueMarks.setSeen(issuesOf('7', '1', '2'), 500);
      await issueMarks.setSeen(issuesOf('7', '1'), 700);
      await issueMarks.setBookmarks(issuesOf('7', '2'), false);
      await issueMarks.setSeen(issuesOf('7', '2'), null);
    });
    expect(await marksOf('7')).toEqual(new Map([['1', { isBookmarked: true, seenAt: 700 }]]));
  });
});
