import { repairLanguages, validLanguages } from '../../src/console/state/languages';

test.each([
  [['en-US@posix'], ['en-US']],
  [['en_US'], ['en-US']],
  [
    ['de_AT.UTF-8@euro', 'en'],
    ['de-AT', 'en'],
  ],
  [
    ['C', 'POSIX', '', '*', 'fr-FR'],
    ['posix', 'fr-FR'],
  ],
  [['c', '\u0000', 'x'.repeat(50)], ['en']],
  [[], ['en']],
  [
    ['en-GB', 'de'],
    ['en-GB', 'de'],
  ],
])('of the languages %j, these are valid: %j', (names, valid) => {
  expect(validLanguages(names)).toEqual(valid);
  for (const name of validLanguages(names)) expect(() => new Intl.NumberFormat(name)).not.toThrow();
});

test('libraries find valid languages in the browser', () => {
  const browser = { language: 'en-US@posix', languages: ['en-US@posix', 'de_DE'] };
  repairLanguages(browser);
  expect(browser).toEqual({ language: 'en-US', languages: ['en-US', 'de-DE'] });
  expect(() => new Intl.NumberFormat(browser.language)).not.toThrow();
});
