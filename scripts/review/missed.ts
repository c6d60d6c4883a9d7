import { type Change, listOf } from './changes';
import type { Break } from './findings';
import type { Subject } from './where';
import { quote } from './words';

/** What breaks a client although Redocly lets it pass. */
interface Rule {
  readonly about: { readonly typeName: string; readonly kind: Change['kind']; readonly property?: string };
  judge(change: Change, subject: Subject): Break | undefined;
}

const RULES: readonly Rule[] = [
  {
    about: { typeName: 'Schema', kind: 'modified', property: 'default' },
    judge({ base, revision }) {
      if (base?.value === undefined) return undefined;
      return {
        what: `The default changed from ${quote(base.value)} to ${quote(revision?.value)}.`,
        why: 'Requests that leave it out mean something else.',
      };
    },
  },
  {
    about: { typeName: 'Schema', kind: 'modified', property: 'enum' },
    judge({ base, revision }, { isInverted }) {
      const gained = listOf(revision).filter((value) => !listOf(base).includes(value));
      if (!isInverted || gained.length === 0) return undefined;
      return { what: `Forbidden now: ${gained.map(quote).join(', ')}.`, why: 'Requests with them are refused.' };
    },
  },
  {
    about: { typeName: 'Schema', kind: 'modified', property: 'x-trim' },
    judge({ base }) {
      if (base?.value !== true) return undefined;
      return {
        what: 'White space around it is no longer removed.',
        why: 'Requests that were accepted may be refused.',
      };
    },
  },
  {
    about: { typeName: 'Parameter', kind: 'modified', property: 'x-text-pattern' },
    judge({ revision }) {
      if (revision?.value === undefined) return undefined;
      return {
        what: `It must be written as ${quote(revision.value)} now.`,
        why: 'Requests that were accepted may be refused.',
      };
    },
  },
  {
    about: { typeName: 'Parameter', kind: 'modified', property: 'name' },
    judge({ base, revision }) {
      return {
        what: `It was called ${quote(base?.value)} and is ${quote(revision?.value)}.`,
        why: 'Generated clients name an argument by it.',
      };
    },
  },
  {
    about: { typeName: 'RequestBody', kind: 'modified', property: 'x-max-body-bytes' },
    judge({ base, revision }) {
      const [before, after] = [base, revision].map((side) => Number(side?.value ?? Infinity)) as [number, number];
      if (after >= before) return undefined;
      return {
        what: `The body may have ${after} bytes, not ${before}.`,
        why: 'Requests that were accepted may be refused.',
      };
    },
  },
  {
    about: { typeName: 'Header', kind: 'modified', property: 'required' },
    judge({ revision }) {
      if (revision?.value === true) return undefined;
      return { what: 'The header is not always sent any more.', why: 'A client that reads it may find nothing.' };
    },
  },
  {
    about: { typeName: 'Response', kind: 'added' },
    judge({ path }) {
      if (!/\/[123][0-9X]{2}$/.test(path)) return undefined;
      return {
        what: 'There is another answer than before.',
        why: 'A client that knows only the others takes it for a failure, or misreads it.',
      };
    },
  },
];

/** What breaks a client in a change that Redocly does not rate. */
export function missedBreak(change: Change, subject: Subject): Break | undefined {
  if (change.verdicts.length > 0) return undefined;
  const rule = RULES.find(
    ({ about }) =>
      about.typeName === change.typeName && about.kind === change.kind && about.property === change.property,
  );
  return rule?.judge(change, subject);
}
