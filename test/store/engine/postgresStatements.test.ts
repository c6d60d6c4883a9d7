import { PreparedStatements, unmarkNames } from '../../../src/store/engine/postgresConnection';

describe('placeholders', () => {
  const statements = new PreparedStatements(false);

  it('are numbered in order, except those that have a number', () => {
    expect(statements.once('UPDATE issue SET title = ?, culprit = ?4 WHERE id = ? AND project_id = ?4').text).toBe(
      'UPDATE issue SET title = $1, culprit = $4 WHERE id = $2 AND project_id = $4',
    );
  });
});

describe('the columns of replies', () => {
  const FIND = `SELECT CAST(a.id AS TEXT) AS "id", '"id"' AS "text" FROM issue_activity a ORDER BY a.id`;

  it('have the names of the statement on one server', () => {
    const { text, isMarked } = new PreparedStatements(false).get(FIND);
    expect([text, isMarked]).toEqual([FIND, undefined]);
  });

  it('have names on a cluster that no column of a table has', () => {
    const { text, isMarked } = new PreparedStatements(true).get(FIND);
    expect(text).toBe(`SELECT CAST(a.id AS TEXT) AS "id_", '"id"' AS "text_" FROM issue_activity a ORDER BY a.id`);
    expect(isMarked).toBe(true);
    expect(unmarkNames({ id_: '7', text_: 'a_', plain: 1 })).toEqual({ id: '7', text: 'a_', plain: 1 });
  });

  it.each(['CREATE TABLE x ("end" BIGINT)', 'ALTER TABLE x ADD CHECK ("end" > 0)'])(
    'are not sought in a change of the schema: %s',
    (text) => expect(new PreparedStatements(true).once(text)).toEqual({ text }),
  );
});

test('a statement is prepared once under one name', () => {
  const statements = new PreparedStatements(true);
  expect(statements.get('SELECT 1')).toBe(statements.get('SELECT 1'));
});
