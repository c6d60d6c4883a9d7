import { activitySentence, editorSentence } from '../../src/console/pages/issue/activityTexts';
import { de } from '../../src/console/texts/de/issue';
import { en } from '../../src/console/texts/en/issue';

const say = (type: string, data: Record<string, unknown>, language: typeof en) =>
  activitySentence({ type, user: null, data }, language.activitySentences, { number: String }, () => 'ann@acme.test');

test.each([
  [
    en,
    'Resolved by itself: the monitor nightly works again.',
    'Assigned to ann@acme.test, who owns the monitor nightly.',
  ],
  [
    de,
    'Von selbst gelöst: Der Monitor nightly läuft wieder.',
    'ann@acme.test zugewiesen, weil der Monitor nightly dazu gehört.',
  ],
])('say what the clock of monitors did', (language, resolved, assigned) => {
  expect(say('set_resolved', { reason: 'monitorRecovered', monitor: 'nightly' }, language)).toBe(resolved);
  expect(say('assigned', { assignee: '1', assigneeType: 'user', monitor: 'nightly' }, language)).toBe(assigned);
});

test.each([
  [en, 'edited', 'edited by ann@acme.test', 'edited by member 3'],
  [de, 'bearbeitet', 'bearbeitet von ann@acme.test,', 'bearbeitet von Mitglied 3,'],
])('name the editor of a comment unless it is its author', (language, own, named, unnamed) => {
  const edited = (editedBy: string | null, name: string | null = 'ann@acme.test') => {
    const user = { id: '2', name: 'bob@acme.test', email: 'bob@acme.test' };
    return editorSentence({ type: 'comment', user, data: { editedBy } }, language.activitySentences, () => name);
  };
  expect(edited('2')).toBe(own);
  expect(edited(null)).toBe(own);
  expect(edited('3')).toBe(named);
  expect(edited('3', null)).toBe(unnamed);
});
