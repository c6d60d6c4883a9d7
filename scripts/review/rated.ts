import type { Change } from './changes';
import type { Edition, Node } from './edition';
import type { Break } from './findings';
import { operationsOf, textOf } from './walk';
import type { Subject } from './where';

const REFUSED = 'Requests that were accepted may be refused.';
const UNEXPECTED = 'Clients may meet what they were promised not to meet.';
const NOTHING = 'A client that reads it finds nothing.';

type Reason = string | ((subject: Subject) => string);

const byDirection =
  (request: string, response: string): Reason =>
  ({ direction }) =>
    direction === 'response' ? response : request;

/** Why a client minds, by the name of Redocly's rule. */
const WHY: Readonly<Record<string, Reason>> = {
  'operation-removed': 'Calls of it are answered with 404 or 405.',
  'path-removed': 'Calls of it are answered with 404.',
  'operation-id-changed': 'Generated clients name a function by it.',
  'parameter-removed': 'Requests that send it are refused.',
  'parameter-became-required': 'Requests without it are refused.',
  'parameter-serialization-changed': 'Requests that write it the old way are misread or refused.',
  'request-body-removed': 'Requests that send it are refused.',
  'request-body-became-required': 'Requests without it are refused.',
  'response-removed': 'A client that waits for this answer no longer gets it.',
  'response-header-removed': NOTHING,
  'media-type-removed': byDirection(
    'Requests of this type are refused.',
    'A client that reads this type no longer gets it.',
  ),
  'security-scheme-changed': 'Requests that authenticate the old way are refused.',
  'server-removed': 'Clients send their requests there.',
  'schema-type-changed': byDirection(REFUSED, 'A client may read a value of a type it does not expect.'),
  'enum-values-removed': 'Requests with them are refused.',
  'enum-values-added': 'A client that knows all values meets one it does not know.',
  'required-properties-added': 'Requests without them are refused.',
  'required-properties-removed': 'A client that reads them may find nothing.',
  'property-removed': byDirection('Requests that name it are refused.', NOTHING),
  'schema-constraint-changed': byDirection(REFUSED, UNEXPECTED),
  'schema-combinator-changed': byDirection(REFUSED, UNEXPECTED),
};

/** What Redocly knows to break a client, in our words where they say more. */
export function ratedBreak(change: Change, subject: Subject, base: Edition, revision: Edition): Break | undefined {
  const [verdict] = change.verdicts;
  if (verdict === undefined) return undefined;
  // What a `not` loses is allowed now.
  if (subject.isInverted && verdict.ruleId === 'enum-values-removed') return undefined;
  if (verdict.ruleId === 'security-requirement-changed') return lostAlternatives(subject, base, revision);
  const reason = WHY[verdict.ruleId] ?? UNEXPECTED;
  const what = change.verdicts.map(({ message }) => message).join(' ');
  return { what, why: typeof reason === 'string' ? reason : reason(subject) };
}

/** Who may no longer call an operation. */
function lostAlternatives({ operation }: Subject, base: Edition, revision: Edition): Break {
  const [before, after] = [base, revision].map(({ document }) => alternatives(document, operation ?? ''));
  const lost = before?.filter((one) => !after?.includes(one)) ?? [];
  return {
    what: lost.length === 0 ? 'Authentication is required now.' : `No longer accepted: ${lost.join(', ')}.`,
    why: `Callers without ${after?.join(' or ')} are refused.`,
  };
}

/** The ways to be let in: scopes of a token, or the name of another scheme. */
function alternatives(document: Node, id: string): string[] {
  const security = operationsOf(document).find((operation) => operation.id === id)?.node['security'];
  return Object.values(security ?? {}).map((requirement) => {
    const schemes = Object.entries(requirement);
    if (schemes.length === 0) return 'no credentials at all';
    return schemes.map(([scheme, scopes]) => Object.values(scopes).map(textOf).join(' and ') || scheme).join(' and ');
  });
}
