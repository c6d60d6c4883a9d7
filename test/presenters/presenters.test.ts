import contract from '../../generated/openapi.json';
import type { SourceMapProblemType } from '../../src/domain/artifact';
import { type Project, withDefaultSettings } from '../../src/domain/project';
import { json, jsonList, presentSeconds, presentTime } from '../../src/presenters/format';
import { colorOf, presentOptions } from '../../src/presenters/project';
import { presentSourceMapError } from '../../src/presenters/eventSourceMapDebug';
import { optionsOf, SETTINGS } from '../support/projectSettings';

test.each([
  ['bar', '#87bf3f'],
  ['foobar', '#3f7ebf'],
  ['frontend', '#bf3fbc'],
  ['backend', '#bf3f9e'],
  ['zzz', '#bf553f'],
  ['my-project', '#3f77bf'],
  ['a', '#3fbfbe'],
  ['pump-station', '#3fbf7f'],
])('the slug %s has the color %s', (slug, color) => {
  expect(colorOf(slug)).toBe(color);
});

test('every slug has a color of six digits', () => {
  for (let index = 0; index < 5000; index++) expect(colorOf(`slug-${index}`)).toMatch(/^#[0-9a-f]{6}$/);
});

test.each([
  [0, '1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
  [1_714_557_600_000, '2024-05-01T10:00:00Z', '2024-05-01T10:00:00Z'],
  [1_714_557_600_001, '2024-05-01T10:00:00.001Z', '2024-05-01T10:00:00Z'],
  [1_714_557_600_999, '2024-05-01T10:00:00.999Z', '2024-05-01T10:00:00Z'],
  [1_714_557_600_120, '2024-05-01T10:00:00.120Z', '2024-05-01T10:00:00Z'],
])('%i ms is the time %s, in whole seconds %s', (milliseconds, time, seconds) => {
  expect([presentTime(milliseconds), presentSeconds(milliseconds)]).toEqual([time, seconds]);
});

test('JSON texts are joined to a JSON list', () => {
  expect(JSON.parse(jsonList([json<number>('1'), json<number>('{"a":2}')]))).toEqual([1, { a: 2 }]);
  expect(jsonList([])).toBe('[]');
});

test('options have the values of the settings, and the constant ones', () => {
  const values = Object.fromEntries(SETTINGS.map(({ name, changed }) => [name, changed]));
  const { subjectPrefix, subjectTemplate, resolveAge, securityToken, ...settings } = values;
  expect(Object.keys(withDefaultSettings({})).sort()).toEqual(Object.keys(settings).sort());
  const project = { settings, subjectPrefix, subjectTemplate, resolveAge } as unknown as Project;
  expect(presentOptions(project, String(securityToken))).toEqual(optionsOf(({ changed }) => changed));
});

test('every problem has a message of its own that says what to do', () => {
  const types = contract.components.schemas.SourceMapErrorType.enum as SourceMapProblemType[];
  const fix = { text: 'Upload the file.', command: null };
  const messages = types.map((type) => presentSourceMapError({ type, data: null, fix }).message);
  expect(messages.every((message) => /^[A-Z].{40,}\.$/.test(message))).toBe(true);
  expect(new Set(messages).size).toBe(types.length);
});
