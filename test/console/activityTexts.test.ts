import { activitySentence } from '../../src/console/pages/issue/activityTexts';
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
