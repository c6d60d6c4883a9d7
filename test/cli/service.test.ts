import { checkToken } from '../../src/cli/service';

test.each([
  ['culprit_12 ', 'a blank or another character at position 11'],
  ['culprit_12\n', 'a line break at position 11'],
  ['culprit\r\n_12', 'a line break at position 8'],
  ['сulprit_12', 'a blank or another character at position 1'],
])('a token such as %j is refused without printing it', (token, found) => {
  expect(() => checkToken('CULPRIT_TOKEN', token)).toThrow(
    `CULPRIT_TOKEN has ${found}, but must be exactly the token, which has only visible ASCII characters.`,
  );
});

test('a token of visible ASCII characters is accepted', () => {
  expect(() => checkToken('--token', 'culprit_12~!')).not.toThrow();
});
