import type { ReactNode } from 'react';
import { Button, SelectField } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { SearchField } from '../../components/searchField';
import { Pager, Section } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { useFormat } from '../../components/time';
import { type RecordOfList, useList, useWholeList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { organizationTexts } from '../../texts/organization';

type ShownEntry = RecordOfList<'listAuditLog'>;

const PER_PAGE = 50;

/** The changes in the organization, with their authors and addresses. */
export function AuditLog({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(organizationTexts).auditLog;
  const search = useSearchState();
  const mayRead = useMayDo('org:write', 'org:admin');
  const chosen = Object.fromEntries(
    (['actor', 'event', 'cursor'] as const).flatMap((name) => {
      const value = search.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
  const entries = useList(
    'listAuditLog',
    mayRead ? { organization_slug: organization, per_page: PER_PAGE, ...chosen } : null,
    {
      keepsPrevious: true,
    },
  );
  if (!mayRead) return <p className="muted">{texts.forbidden}</p>;
  const isFiltered = chosen['actor'] !== undefined || chosen['event'] !== undefined;
  return (
    <Section title={texts.title}>
      <p className="muted">{texts.help}</p>
      <div className="filters">
        <ActorField
          organization={organization}
          value={chosen['actor'] ?? ''}
          onChange={(actor) => search.set({ actor: actor === '' ? null : actor, cursor: null })}
        />
        <SearchField
          label={texts.event}
          value={chosen['event'] ?? ''}
          onSearch={(event) => search.set({ event: event === '' ? null : event, cursor: null })}
        />
      </div>
      <Loaded query={entries} lines={8}>
        {({ records, previous, next }) =>
          records.length === 0 ? (
            <EmptyState title={texts.none}>
              <p className="muted">{isFiltered ? texts.noneFiltered : texts.noneHelp}</p>
              {isFiltered && (
                <Button onClick={() => search.set({ actor: null, event: null, cursor: null })}>{texts.showAll}</Button>
              )}
            </EmptyState>
          ) : (
            <>
              <EntryTable entries={records} />
              <Pager previous={previous} next={next} onTurn={(cursor) => search.set({ cursor })} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

/** Chooses whose changes are shown. */
function ActorField({
  organization,
  value,
  onChange,
}: {
  readonly organization: string;
  readonly value: string;
  readonly onChange: (email: string) => void;
}): ReactNode {
  const texts = useTexts(organizationTexts).auditLog;
  const members = useWholeList('listMembers', { organization_slug: organization });
  const emails = (members.data ?? []).map(({ email }) => email);
  // A link can name a member who was removed since.
  const offered = value === '' || emails.includes(value) ? emails : [...emails, value];
  return (
    <SelectField
      label={texts.actor}
      value={value}
      options={[{ value: '', label: texts.anyActor }, ...offered.map((email) => ({ value: email, label: email }))]}
      onChange={onChange}
    />
  );
}

function EntryTable({ entries }: { readonly entries: readonly ShownEntry[] }): ReactNode {
  const texts = useTexts(organizationTexts).auditLog;
  const format = useFormat();
  const actorOf = ({ actor: { type, email, user } }: ShownEntry): string => {
    if (type === 'recipient') return texts.recipient;
    return email ?? (user === null ? texts.token : texts.command(user));
  };
  const columns: readonly TableColumn<ShownEntry>[] = [
    {
      heading: texts.what,
      cell: ({ event, target }) => (
        <>
          <code>{event}</code> {target.name}
        </>
      ),
    },
    { heading: texts.who, cell: actorOf },
    {
      heading: texts.details,
      cell: ({ details }) =>
        Object.keys(details).length === 0 ? null : <span className="small muted">{describeDetails(details)}</span>,
    },
    { heading: texts.address, cell: ({ ipAddress }) => ipAddress && <span className="nowrap">{ipAddress}</span> },
    {
      heading: texts.when,
      cell: ({ dateCreated }) => (
        <time className="nowrap" dateTime={dateCreated}>
          {format.dateTime(dateCreated)}
        </time>
      ),
    },
  ];
  return <DataTable label={texts.title} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

/** Describes the details of an entry on one line, such as `fields: name, resolveAge`. */
function describeDetails(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
}
