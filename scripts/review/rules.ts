/** The effect of a change on the values that may be sent: fewer values than before, more, or others. */
export type Effect = 'narrows' | 'widens' | 'both';

type Sentences = readonly [what: string, why?: string];

/** The message for a reviewer, by the receiver of the values: the service (`input`) or the other side (`output`). */
interface Rule {
  readonly effect: Effect;
  readonly input: Sentences;
  readonly output: Sentences;
}

const REFUSED = '{Requests} that were accepted may be refused.';
const UNEXPECTED = '{Client} may get values that it does not expect.';
const WITHOUT = '{Requests} without it are refused.';
const NOTHING = '{Client} that reads it finds nothing.';
const MAYBE_NOTHING = '{Client} that reads it may find nothing.';
const REWRITTEN = 'Requests that write it the old way are misread or refused.';
const NOT_FOUND = 'Calls of it are answered with 404 or 405.';

/** Returns a rule whose first sentence is the same in both directions. */
function rule(effect: Effect, what: string, input = REFUSED, output = UNEXPECTED): Rule {
  return { effect, input: [what, input], output: [what, output] };
}

/** Returns a rule whose sentences are the same in both directions. */
function both(what: string, why: string): Rule {
  return rule('both', what, why, why);
}

/** Every change that programs meet. A rule whose name ends in `removed` points to the contract before the change. */
export const RULES = {
  'interaction-new': { effect: 'widens', input: ['New: {title}.'], output: ['New.'] },
  'interaction-removed': {
    effect: 'both',
    input: ['{title} was removed.', NOT_FOUND],
    output: ['Removed.', 'Receivers no longer get it.'],
  },
  'interaction-moved': rule('both', 'Moved from {from} to {to}.', NOT_FOUND, 'Receivers no longer get it as before.'),
  'operation-id': both('The operationId changed from {from} to {to}.', 'Generated {clients} name a function by it.'),
  'tag-lost': both('It no longer has the tag {list}.', 'Generated {clients} name a class by it.'),
  'schema-removed': rule('both', 'The schema is gone or has another name.', 'Generated clients name a type by it.'),

  'credentials-required': rule(
    'both',
    'Credentials are required now: {list}.',
    'Requests without credentials are refused.',
  ),
  'credentials-lost': rule('both', 'No longer accepted: {list}.', 'Callers that do not have {others} are refused.'),
  'credentials-new': rule('widens', 'Accepted too: {list}.'),
  'scheme-new': rule('widens', 'New.'),
  'scheme-removed': rule('both', 'Removed.', 'Generated clients name a credential by it.'),
  'scheme-changed': rule(
    'both',
    '`{key}` changed from {from} to {to}.',
    'Requests that authenticate the old way are refused.',
  ),
  'server-changed': rule('both', 'The server changed from {from} to {to}.', 'Clients send their requests there.'),
  'server-lost': rule('both', 'Server {from} removed.', 'Clients send their requests there.'),
  'server-new': rule('widens', 'New server {to}.'),

  'new-optional': { effect: 'widens', input: ['New, optional.'], output: ['New.'] },
  'new-required': { effect: 'narrows', input: ['New, required.', WITHOUT], output: ['New.'] },
  removed: rule('both', 'Removed.', '{Requests} that contain it are refused.', NOTHING),
  'ignored-removed': rule('both', 'Removed.', 'It is no longer read.', NOTHING),
  hidden: {
    effect: 'both',
    input: ['Read-only now.', '{Requests} that contain it are refused.'],
    output: ['Write-only now.', NOTHING],
  },
  'became-required': { effect: 'narrows', input: ['Required now.', WITHOUT], output: ['Always present now.'] },
  'became-optional': { effect: 'widens', input: ['Optional now.'], output: ['It may be missing now.', MAYBE_NOTHING] },

  'parameter-moved': rule(
    'both',
    'It is a {to} parameter now.',
    'Requests that send it the old way are refused.',
    NOTHING,
  ),
  'parameter-renamed': rule('both', 'It is called `{to}` now.', 'Generated clients name an argument by it.'),
  'parameter-form': rule('both', '`{key}` changed from {from} to {to}.', REWRITTEN),
  'parameter-flag': rule('both', '`{key}` is {to} now.'),
  'text-form': rule('narrows', 'It must be written as {to} now.'),
  'text-form-free': rule('widens', 'It may be written in any form now.'),
  'media-type-removed': rule(
    'both',
    'Media type `{name}` removed.',
    '{Requests} of this type are refused.',
    '{Client} that reads this type no longer gets it.',
  ),
  'media-type-new': rule('widens', 'New media type `{name}`.'),
  'part-encoding': rule('both', 'The encoding of its parts changed.'),
  'reply-new': {
    effect: 'narrows',
    input: ['New reply.'],
    output: ['New reply.', 'A client that knows only the other replies takes it for a failure or misreads it.'],
  },
  'reply-removed': rule(
    'both',
    'Removed.',
    'Replies with this status are taken for a failure.',
    'A client that handles this reply no longer gets it.',
  ),
  'reply-status': rule(
    'both',
    'The status is {to} now.',
    'Replies with the old status are taken for a failure.',
    'A client that waits for the old status takes the new one for another result.',
  ),

  'type-changed': rule('both', 'Type changed from {from} to {to}.'),
  'null-new': {
    effect: 'widens',
    input: ['Null is accepted now.'],
    output: ['It may be null now.', '{Client} that expects a value gets null.'],
  },
  'null-lost': {
    effect: 'narrows',
    input: ['Null is refused now.', '{Requests} with null are refused.'],
    output: ['It is never null now.'],
  },
  'form-lost': rule('narrows', 'One form of the `{name}` is gone.'),
  'form-new': rule('widens', 'There is another form of the `{name}`.'),
  'values-listed': rule('narrows', 'Only these values are possible now: {list}.'),
  'values-free': rule('widens', 'Other values than {list} are possible now.'),
  'value-changed': rule('both', 'The value changed from {from} to {to}.'),
  'values-lost': rule('narrows', 'No longer a value: {list}.', '{Requests} with it are refused.'),
  'values-new': rule(
    'widens',
    'New value: {list}.',
    REFUSED,
    '{Client} that knows all values gets one that it does not know.',
  ),
  'limit-new': rule('narrows', 'New limit: `{name}` {to}.'),
  'limit-lost': rule('widens', 'The limit `{name}` {from} is gone.'),
  'limit-changed': rule('both', '`{name}` {verb} from {from} to {to}.'),
  forbidden: rule('narrows', 'Forbidden now: {to}.', '{Requests} with it are refused.'),
  allowed: rule('widens', 'No longer forbidden: {from}.'),
  'condition-new': rule('narrows', 'New condition: `{name}` {to}.'),
  'condition-lost': rule('widens', 'The condition `{name}` {from} is gone.'),
  'condition-changed': rule('both', '`{name}` changed from {from} to {to}.'),
  trimmed: rule('widens', 'White space around it is removed now.'),
  'not-trimmed': rule('narrows', 'White space around it is no longer removed.'),
  'default-new': rule('widens', 'The default is {to}, as stated now.'),
  'default-changed': rule(
    'narrows',
    'The default changed from {from} to {to}.',
    'Requests that leave it out mean something else.',
  ),
  'default-lost': rule('narrows', 'The default {from} is gone.', 'Requests that leave it out mean something else.'),
  'names-free': {
    effect: 'widens',
    input: ['Fields of other names are accepted now.'],
    output: ['New: entries of any name.'],
  },
  'names-fixed': rule(
    'both',
    'Fields of other names are no longer possible.',
    '{Requests} that contain them are refused.',
    '{Client} that reads them finds nothing.',
  ),
  'sunset-earlier': both('Its sunset is {to} now.', 'Clients were told that it stays until {from}.'),
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleId = keyof typeof RULES;
