import document from '../../generated/openapi.json';
import type { components } from '../../generated/api';
import {
  CONDITION_TYPES,
  conditionMessages,
  FORMAT_PARTS,
  LEVELS,
  MESSAGE_FORMATS,
  messagesAt,
  messagesElsewhere,
  missingNumbers,
  NEW_RULE,
  RECIPIENT_TYPES,
  ruleDraftOf,
  ruleUpdateOf,
} from '../../src/console/pages/projects/alertRule';
import {
  ownershipChanges,
  ownershipDraftOf,
  ownershipProblem,
  rangeOfLine,
  withRule,
} from '../../src/console/pages/projects/ownershipText';
import { ALERT_SERVICES } from '../../src/presenters/alertServices';

const { AlertConditionUpdate, AlertFiltersUpdate, AlertRecipientUpdate, AlertRuleUpdate } = document.components.schemas;

describe('the form of an alert rule', () => {
  test('offers every condition, level, recipient and format of the contract', () => {
    expect(CONDITION_TYPES).toEqual(AlertConditionUpdate.properties.type.enum);
    expect(LEVELS.toSorted()).toEqual(AlertFiltersUpdate.properties.levels.items.enum.toSorted());
    expect(RECIPIENT_TYPES).toEqual(AlertRecipientUpdate.properties.type.enum);
    expect(MESSAGE_FORMATS).toEqual(AlertRecipientUpdate.properties.format.enum);
    expect(MESSAGE_FORMATS.toSorted()).toEqual(Object.keys(ALERT_SERVICES).toSorted());
    for (const format of MESSAGE_FORMATS) {
      const { parts, defaultUrl } = ALERT_SERVICES[format];
      expect({ parts: [], ...FORMAT_PARTS[format] }).toEqual({ parts: Object.keys(parts), defaultUrl });
    }
  });

  test('begins with a rule that lacks only its name, and has every field of the contract', () => {
    const update = ruleUpdateOf(NEW_RULE);
    expect(Object.keys(update).toSorted()).toEqual(Object.keys(AlertRuleUpdate.properties).toSorted());
    expect(update).toEqual({
      name: '',
      isActive: true,
      conditions: [{ type: 'new' }, { type: 'regression' }],
      filters: { levels: [], environments: [], releases: [], tags: [] },
      recipients: [{ type: 'project' }],
      frequency: 30,
    });
  });

  test('reads what it writes of a rule', () => {
    const none = {
      ...{
        id: null,
        connection: null,
        address: null,
        isConfirmed: null,
        url: null,
        format: null,
        secret: null,
        delivery: null,
      },
      ...{ token: null, target: null, template: null },
    };
    const noNumbers = { count: null, minutes: null, percent: null, hours: null, minimum: null };
    const rule: components['schemas']['AlertRule'] = {
      id: '1',
      name: 'Production',
      isActive: false,
      frequency: 60,
      dateCreated: '2026-11-21T10:30:02Z',
      dateUpdated: '2026-11-21T10:30:02Z',
      conditions: [
        { ...noNumbers, type: 'escalating' },
        { ...noNumbers, type: 'users', count: 10, minutes: 5 },
        { ...noNumbers, type: 'crashFreeSessions', percent: 99.5, hours: 6, minimum: 200 },
      ],
      filters: {
        levels: ['fatal', 'error'],
        environments: ['production', ''],
        releases: ['web@*'],
        tags: [{ key: 'url', value: '*/checkout' }],
      },
      recipients: [
        { ...none, type: 'assignee' },
        { ...none, type: 'team', id: '3' },
        { ...none, type: 'ticket', connection: '2', target: 'acme/shop' },
        { ...none, type: 'email', address: 'ann@acme.test', isConfirmed: true },
        { ...none, type: 'webhook', url: 'https://hooks.example.com/a', format: 'slack' },
        { ...none, type: 'webhook', url: 'https://z.test', format: 'zulip', token: '…wxyz', target: 'ops' },
        { ...none, type: 'webhook', url: 'https://t.test/a', format: 'template', template: '{"a": 1}' },
      ],
    };
    expect(ruleUpdateOf(ruleDraftOf(rule))).toEqual({
      name: 'Production',
      isActive: false,
      frequency: 60,
      filters: rule.filters,
      conditions: [
        { type: 'escalating' },
        { type: 'users', count: 10, minutes: 5 },
        { type: 'crashFreeSessions', percent: 99.5, hours: 6, minimum: 200 },
      ],
      recipients: [
        { type: 'assignee' },
        { type: 'team', id: '3' },
        { type: 'ticket', connection: '2' },
        { type: 'email', address: 'ann@acme.test' },
        { type: 'webhook', url: 'https://hooks.example.com/a', format: 'slack' },
        { type: 'webhook', url: 'https://z.test', format: 'zulip', token: '…wxyz', target: 'ops' },
        { type: 'webhook', url: 'https://t.test/a', format: 'template', template: '{"a": 1}' },
      ],
    });
  });

  test('has each error at its field', () => {
    const error = {
      fields: {
        recipients: ['recipients[1].url: Not a URL: x.', 'recipients[11]: The same as recipients[1].', 'Not a list.'],
      },
    };
    expect(messagesAt(error, 'recipients', 'recipients[1]')).toEqual(['Not a URL: x.']);
    expect(messagesElsewhere(error, 'recipients', ['recipients[1]', 'recipients[11]'])).toEqual(['Not a list.']);
    expect(messagesAt(null, 'recipients', 'recipients[1]')).toEqual([]);
  });
});

test('an empty field of a condition has an error of its own', () => {
  const { conditions } = NEW_RULE;
  const users = { ...conditions.users, isChosen: true, count: '' };
  const draft = { ...NEW_RULE, conditions: { ...conditions, users } };
  expect(missingNumbers(draft, 'users')).toEqual(['count']);
  expect(missingNumbers(draft, 'events')).toEqual([]);
  const error = {
    fields: { conditions: ['conditions[2]: users requires count and minutes.', 'conditions[2].minutes: Too long.'] },
  };
  expect(conditionMessages(error, draft, 'users')).toEqual(['Too long.']);
  expect(
    conditionMessages(error, { ...draft, conditions: { ...conditions, users: { ...users, count: '1' } } }, 'users'),
  ).toHaveLength(2);
});

describe('the text of ownership rules', () => {
  test('is saved as far as it differs', () => {
    const times = { codeownersAutoSync: false, isActive: true, dateCreated: null, lastUpdated: null };
    const saved = { ...times, raw: null, fallthrough: true, autoAssignment: 'Auto Assign to Issue Owner' };
    const draft = ownershipDraftOf(saved);
    expect(ownershipChanges(draft, saved)).toEqual({});
    expect(ownershipChanges({ raw: '* ann@acme.test', assigns: false, fallthrough: true }, saved)).toEqual({
      raw: '* ann@acme.test',
      autoAssignment: 'Turn off Auto-Assignment',
    });
  });

  test('is selected by the line that an error names', () => {
    expect(ownershipProblem('Line 12: It has no owner.')).toEqual({ line: 12, text: 'It has no owner.' });
    const many = 'There are 2001 rules; at most 2000 are allowed.';
    expect(ownershipProblem(many)).toEqual({ line: null, text: many });
    const text = 'one\n\nthree';
    expect(text.slice(...rangeOfLine(text, 3))).toBe('three');
    expect(text.slice(...rangeOfLine(text, 2))).toBe('');
  });

  test.each(['', 'a', 'a\n'])('gets a rule as its last line: %j', (text) =>
    expect(withRule(text, 'b').split('\n').slice(-2)).toEqual(['b', '']),
  );
});
