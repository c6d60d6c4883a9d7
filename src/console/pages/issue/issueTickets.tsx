import { type ReactNode, useState } from 'react';
import schema from 'virtual:schema/IssueTicketCreation';
import { Button, IconButton } from '../../components/controls';
import { Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { ConfirmOperation, Dialog, useToast } from '../../components/overlays';
import { Section } from '../../components/shell';
import { type RecordOfList, useAction, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { type ShownTicketConnection, TICKET_SYSTEM_NAMES } from '../organization/ticketSystems';
import styles from './issuePage.module.css';
import { linkOf } from './stackRows';
import type { IssueProps } from './useIssueUpdate';

type ShownTicket = RecordOfList<'listIssueTickets'>;

/** Milliseconds after which tickets are read again: while a system is to be told a state, and otherwise. */
const [WAITING_MS, USUAL_MS] = [5_000, 60_000];

/** The tickets of an issue in connected ticket systems. Nothing is shown to readers who cannot have any. */
export default function IssueTickets({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issueTickets;
  const mayConnect = useMayDo('org:write', 'org:admin');
  const connections = useOperation(
    'listTicketConnections',
    { organization_slug: organization },
    { staleTime: USUAL_MS },
  );
  if (connections.data?.length === 0 && !mayConnect) return null;
  return (
    <Section title={texts.title}>
      <Loaded query={connections} lines={2}>
        {(present) =>
          present.length === 0 ? (
            <p className="small muted">
              {texts.unconnected} <Link to={pathOf(organization, 'settings', 'tickets')}>{texts.connect}</Link>
            </p>
          ) : (
            <Tickets organization={organization} issue={issue} connections={present} />
          )
        }
      </Loaded>
    </Section>
  );
}

interface TicketsProps extends IssueProps {
  readonly connections: readonly ShownTicketConnection[];
}

function Tickets(props: TicketsProps): ReactNode {
  const texts = useTexts(issueTexts).issueTickets;
  const { organization, issue } = props;
  const mayWrite = useMayDo('event:write', 'event:admin');
  const [dialog, setDialog] = useState<'create' | 'link' | null>(null);
  const [removed, setRemoved] = useState<ShownTicket | null>(null);
  const path = { organization_slug: organization, issue_id: issue.id };
  const tickets = useOperation('listIssueTickets', path, {
    refetchInterval: (data) => (data?.some(({ waitingState }) => waitingState !== null) ? WAITING_MS : USUAL_MS),
  });
  return (
    <>
      <Loaded query={tickets} lines={2}>
        {(present) =>
          present.length === 0 ? (
            <p className="small muted">{texts.none}</p>
          ) : (
            <ul className={styles['tickets']}>
              {present.map((ticket) => (
                <li key={ticket.id}>
                  <TicketText ticket={ticket} />
                  {mayWrite && (
                    <IconButton
                      icon="close"
                      kind="quiet"
                      size="small"
                      label={texts.removeOf(ticket.key)}
                      onClick={() => setRemoved(ticket)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {mayWrite && (
        <div className="actions">
          <Button size="small" icon="plus" onClick={() => setDialog('create')}>
            {texts.create}
          </Button>
          <Button size="small" icon="link" onClick={() => setDialog('link')}>
            {texts.link}
          </Button>
        </div>
      )}
      {dialog !== null && (
        <Dialog title={dialog === 'create' ? texts.create : texts.link} isOpen onClose={() => setDialog(null)}>
          <TicketForm {...props} isNew={dialog === 'create'} onDone={() => setDialog(null)} />
        </Dialog>
      )}
      {removed !== null && (
        <ConfirmOperation
          title={texts.removeTitle(removed.key)}
          action={texts.remove}
          operation="removeIssueTicket"
          given={{ ...path, ticket_id: removed.id }}
          outdated={['listIssueTickets']}
          done={texts.removed(removed.key)}
          onClose={() => setRemoved(null)}
        >
          <p>{texts.removeText}</p>
        </ConfirmOperation>
      )}
    </>
  );
}

/** A ticket with its states. Its address and its title are those that the ticket system sent. */
function TicketText({
  ticket: { key, url, title, kind, state, waitingState, error },
}: {
  readonly ticket: ShownTicket;
}) {
  const texts = useTexts(issueTexts).issueTickets;
  const link = linkOf(url);
  return (
    <div className={styles['ticket']}>
      <span className="row">
        {link === null ? (
          key
        ) : (
          <a href={link} target="_blank" rel="noreferrer noopener" title={TICKET_SYSTEM_NAMES[kind]}>
            {key}
          </a>
        )}
        <span className="badge" data-kind={state === 'closed' ? 'success' : undefined}>
          {texts.states[state]}
        </span>
      </span>
      <span>{title}</span>
      {waitingState !== null && <span className="muted">{texts.waiting[waitingState]}</span>}
      {error !== null && <span className="field-error">{texts.failed(error)}</span>}
    </div>
  );
}

/** Asks for the title of a new ticket, or for a ticket that exists. */
function TicketForm({
  organization,
  issue,
  connections,
  isNew,
  onDone,
}: TicketsProps & { readonly isNew: boolean; readonly onDone: () => void }): ReactNode {
  const texts = useTexts(issueTexts).issueTickets;
  const show = useToast();
  const { run } = useAction('createIssueTicket', ['listIssueTickets']);
  const options = connections.map(({ id, kind, project }) => ({
    value: id,
    label: `${TICKET_SYSTEM_NAMES[kind]}: ${project}`,
  }));
  return (
    <OperationForm
      schema={schema}
      fields={{
        connection: options.length > 1 ? { label: texts.connection, options } : undefined,
        title: isNew ? { label: texts.ticketTitle, help: texts.ticketTitleHelp } : undefined,
        ticket: isNew
          ? undefined
          : { label: texts.ticket, help: texts.ticketHelp, required: true, autoComplete: 'off', spellCheck: false },
      }}
      values={{ connection: options[0]?.value ?? '', title: '', ticket: '' }}
      action={isNew ? texts.create : texts.link}
      onSubmit={async ({ connection, ...values }) => {
        const [title, ticket] = [values.title.trim(), values.ticket.trim()];
        const body = { connection, ...(title !== '' && { title }), ...(ticket !== '' && { ticket }) };
        const { key } = await run({ organization_slug: organization, issue_id: issue.id, body });
        show({ text: isNew ? texts.created(key) : texts.linked(key) });
        onDone();
      }}
    />
  );
}
