import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import document from '../../generated/openapi.json';

const CONSOLE = path.resolve(__dirname, '../../src/console');
const FOLDER = path.join(CONSOLE, 'texts');
const AREAS = readdirSync(path.join(FOLDER, 'en')).map((file) => path.basename(file, '.ts'));
const LANGUAGES = ['en', 'de'];

/** Words of the contract and of programs, which say nothing to the readers of a page. */
const WORDS = /\b(?:30[1-8]|null|caller|epoch|since 1970|seit 1970)\b|^whether\b|^ob\b/i;

/** The German words for terms of error tracking, with the words that would say the same in another way. */
const GERMAN: readonly (readonly [word: string, others: RegExp])[] = [
  ['Ereignis', /\bEvents?\b/i],
  ['Exception', /Ausnahme/],
  ['Meldung', /Nachricht/],
  ['Nutzer', /Benutzer|Betroffene|betroffenen? Person/],
  ['Regression', /wieder (?:da\b|aufgetreten)/i],
  ['zunehmen', /eskalier/i],
  ['Source Map', /Source-Map/],
  ['ID', /kennung\b/i],
  ['Release, des Releases', /des Release\b/],
  ['Manager, Owner', /Managers|Owners|Inhaber der Organisation/],
  ['Eingabetaste', /\bEnter\b/],
  ['a German word', /\b(?:the|and|of|with|user|message|handled|unhandled|warning|regressed|escalating)\b/],
];

/** Terms of searches and names in code, which have no language. */
const CODE = /`[^`]+`|[\w.]+:\S+|\btrue\b/g;

const { ProjectUpdate, ProjectOptionsUpdate } = document.components.schemas;
/** The names of fields that are no words of a language. */
const FIELDS = [...Object.keys(ProjectUpdate.properties), ...Object.keys(ProjectOptionsUpdate.properties)].filter(
  (name) => /[A-Z:]/.test(name),
);

/** Values for functions that make a text: words, and one of something. */
const VALUES = [
  ['x', 'y', 'z'],
  [1, 1, 1],
  ['1', '1', '1'],
];

/** Lists the texts of an area with their places. A function of values gives several. */
function listTexts(texts: object, place: string): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    const at = `${place}.${name}`;
    if (typeof value === 'string') return [[at, value]];
    if (typeof value === 'function')
      return VALUES.map((values) => [at, (value as (...given: unknown[]) => string)(...values)]);
    return listTexts(value as object, at);
  });
}

function textsOf(language: string, area: string): [string, string][] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the files are listed while the test runs
  const loaded = require(path.join(FOLDER, language, `${area}.ts`)) as Record<string, object>;
  return listTexts(loaded[language] ?? {}, `${language}.${area}`);
}

/** Returns the source of the file that shows a group of texts, which has its name. */
function sourceOf(group: string): string {
  const files = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' });
  const file = files.find((one) => path.basename(one) === `${group}.tsx`);
  return file === undefined ? '' : readFileSync(path.join(CONSOLE, file), 'utf8');
}

test.each(AREAS)('the German texts of %s have one word for each thing', (area) => {
  const texts = textsOf('de', area).map(([place, text]): [string, string] => [place, text.replace(CODE, '')]);
  for (const [word, others] of GERMAN) {
    const wrong = texts.filter(([, text]) => others.test(text));
    expect({ word, wrong }).toEqual({ word, wrong: [] });
  }
});

/** Areas whose texts get their counts as written numbers, and the plural that does not follow the number 1. */
const COUNTED_AREAS = ['alerts', 'issue', 'issues', 'projects', 'releases'];
const PLURALS: Readonly<Record<string, RegExp>> = {
  en: /(?<!\d)1 (?:more |unresolved )?(?:events|sessions|users|issues of)\b/,
  de: /(?<!\d)1 (?:weiteren? |ungelöste )?(?:Ereignisse(?:n|s)?|Sitzungen|Issues von|Nutzern (?!ohne))(?!\w)/,
};

test.each(LANGUAGES)('the texts of the language %s name one of a thing in the singular', (language) => {
  const places = COUNTED_AREAS.flatMap((area) => {
    const texts = textsOf(language, area);
    const wrong = texts.filter(([, text]) => PLURALS[language]?.test(text)).map(([place]) => place);
    // A text of a number has the singular for the number, and the plural for the same digit as a word.
    return wrong.filter((place, index) => wrong.indexOf(place) !== index);
  });
  expect(places).toEqual([]);
});

test('German sentences have one full stop, and days after a preposition the dative', () => {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- as above
  const { de: releases } = require(
    path.join(FOLDER, 'de/releases.ts'),
  ) as typeof import('../../src/console/texts/de/releases');
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- as above
  const { de: issue } = require(path.join(FOLDER, 'de/issue.ts')) as typeof import('../../src/console/texts/de/issue');
  expect(releases.releaseVerdict.used('5 Min.', '15 Min.')).toBe('5 Min. im Gebrauch; ein Urteil braucht 15 Min.');
  expect(issue.issueSide.chartTitle(issue.issueSide['14d'], '1')).toBe('1 Ereignis in 14 Tagen');
  expect(issue.issueSide.chartTitle(issue.issueSide['24h'], '2')).toBe('2 Ereignisse in 24 Stunden');
});

describe.each(LANGUAGES)('the texts of the language %s', (language) => {
  test.each(AREAS)('of %s are in words for people', (area) => {
    const texts = textsOf(language, area);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter(([, text]) => WORDS.test(text))).toEqual([]);
  });

  test.each(AREAS)('of %s have code between backticks only where it is shown as code', (area) => {
    const withCode = textsOf(language, area).filter(([, text]) => text.includes('`'));
    const shownAsText = withCode.filter(([place]) => {
      const [group = '', name = ''] = place.split('.').slice(2);
      const uses = sourceOf(group).split(`texts.${name}`).slice(0, -1);
      return uses.length === 0 || uses.some((before) => !before.endsWith('<TextWithCode text={'));
    });
    expect(shownAsText).toEqual([]);
  });

  test('name no field of the contract in the settings of a project', () => {
    const texts = textsOf(language, 'projectSettings');
    expect(texts.filter(([, text]) => FIELDS.some((name) => text.includes(name)))).toEqual([]);
  });
});
