import { type ReactNode, useState } from 'react';
import schema from 'virtual:schema/ErasureCreation';
import { EmptyState, Loaded } from '../../components/feedback';
import { Icon } from '../../components/icons';
import { OperationForm } from '../../components/operationForm';
import { ConfirmOperation } from '../../components/overlays';
import { Pager, Section } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { useFormat } from '../../components/time';
import { type RecordOfList, useList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { organizationTexts } from '../../texts/organization';

type ShownErasure = RecordOfList<'listErasures'>;

/** The members of a user by which a person is found, the most usual first. */
const KINDS = ['email', 'id', 'username', 'ip_address'] as const;
type Kind = (typeof KINDS)[number];

/** What is counted. */
const COUNTED = ['events', 'attachments', 'issues', 'feedback', 'texts', 'tags'] as const;

/** Milliseconds after which the numbers of a running erasure are read again. */
const PROGRESS_MS = 2_000;

/** Erases a person from the data of an organization, and shows the erasures with their receipts. */
export function Erasures({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(organizationTexts).erasures;
  const mayErase = useMayDo('org:admin');
  if (!mayErase) return <p className="muted">{texts.forbidden}</p>;
  return (
    <>
      <ErasureForm organization={organization} />
      <ErasureList organization={organization} />
    </>
  );
}

/** Asks for the person, and then whether to do it: nothing brings the data back. */
function ErasureForm({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(organizationTexts).erasures;
  const search = useSearchState();
  const [person, setPerson] = useState<{ readonly kind: Kind; readonly value: string } | null>(null);
  const [round, setRound] = useState(0);
  return (
    <Section title={texts.erase}>
      <p className="muted">{texts.help}</p>
      <OperationForm<{ kind: Kind; value: string }>
        key={round}
        layout="page"
        kind="normal"
        schema={schema}
        fields={{
          kind: { label: texts.kind, options: KINDS.map((value) => ({ value, label: texts.kinds[value] })) },
          value: { label: texts.value, help: texts.valueHelp },
        }}
        values={{ kind: 'email', value: '' }}
        action={texts.ask}
        canSubmit={({ value }) => value.trim() !== ''}
        onSubmit={(values) => {
          setPerson(values);
          return Promise.resolve();
        }}
      />
      {person !== null && (
        <ConfirmOperation
          title={texts.question(person.value)}
          operation="createErasure"
          given={{ organization_slug: organization, body: person }}
          outdated={['listErasures']}
          action={texts.confirm}
          done={texts.begun}
          onDone={() => {
            setRound(round + 1);
            search.set({ cursor: null });
          }}
          onClose={() => setPerson(null)}
        >
          <div className="stack" data-gap="small">
            {texts.consequences.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </ConfirmOperation>
      )}
    </Section>
  );
}

function ErasureList({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(organizationTexts).erasures;
  const search = useSearchState();
  const cursor = search.get('cursor');
  const erasures = useList(
    'listErasures',
    { organization_slug: organization, ...(cursor !== null && { cursor }) },
    {
      keepsPrevious: true,
      refetchInterval: (page) => page?.records.some(({ status }) => status === 'running') === true && PROGRESS_MS,
    },
  );
  return (
    <Section title={texts.title}>
      <Loaded query={erasures} lines={4}>
        {({ records, previous, next }) =>
          records.length === 0 ? (
            <EmptyState title={texts.none}>
              <p className="muted">{texts.noneHelp}</p>
            </EmptyState>
          ) : (
            <>
              <ErasureTable erasures={records} />
              <Pager previous={previous} next={next} onTurn={(to) => search.set({ cursor: to })} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function ErasureTable({ erasures }: { readonly erasures: readonly ShownErasure[] }): ReactNode {
  const texts = useTexts(organizationTexts).erasures;
  const format = useFormat();
  /** Sums the numbers of all projects. */
  const describeCounts = ({ projects }: ShownErasure): string => {
    const parts = COUNTED.flatMap((name) => {
      const count = projects.reduce((sum, project) => sum + project[name], 0);
      return count === 0 ? [] : [texts.counts[name](count, format.number(count))];
    });
    return parts.length === 0 ? texts.nothing : parts.join(', ');
  };
  const columns: readonly TableColumn<ShownErasure>[] = [
    {
      heading: texts.requested,
      cell: ({ dateCreated }) => (
        <time className="nowrap" dateTime={dateCreated}>
          {format.dateTime(dateCreated)}
        </time>
      ),
    },
    { heading: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
    { heading: texts.state, cell: ({ status }) => <span className="badge">{texts.states[status]}</span> },
    { heading: texts.erased, cell: describeCounts },
    {
      heading: texts.receipt,
      cell: ({ id, receipt }) =>
        receipt !== null && (
          <a
            className="button"
            data-kind="normal"
            data-size="small"
            href={`data:application/json;charset=utf-8,${encodeURIComponent(`${JSON.stringify(receipt, null, 2)}\n`)}`}
            download={`erasure-${id}.json`}
            aria-label={texts.downloadOf(id)}
          >
            <Icon name="download" /> {texts.download}
          </a>
        ),
    },
  ];
  return <DataTable label={texts.title} columns={columns} rows={erasures} keyOf={({ id }) => id} />;
}
