import { type ReactNode, useState } from 'react';
import creation from 'virtual:schema/TicketConnectionCreation';
import change from 'virtual:schema/TicketConnectionUpdate';
import { Button, CopyButton, TextField } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { ConfirmOperation, Dialog, useToast } from '../../components/overlays';
import { Section } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { TimeAgo } from '../../components/time';
import { type DataOf, useAction, useOperation } from '../../state/api';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { organizationTexts } from '../../texts/organization';
import { ShownOnce } from './shownOnce';
import { type ShownTicketConnection, TICKET_SYSTEM_NAMES, type TicketSystemName } from './ticketSystems';

const SYSTEMS = Object.entries(TICKET_SYSTEM_NAMES).map(([value, label]) => ({ value, label }));

/** Systems that have a public server, whose address need not be given. */
const PUBLIC: Partial<Record<TicketSystemName, string>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
};

/** The projects of ticket systems in which issues of the organization have tickets. */
export function Tickets({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(organizationTexts).tickets;
  const mayConnect = useMayDo('org:write', 'org:admin');
  const connections = useOperation('listTicketConnections', { organization_slug: organization });
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={texts.title}
      actions={
        mayConnect && (
          <Button kind="primary" icon="plus" onClick={() => setOpen(true)}>
            {texts.connect}
          </Button>
        )
      }
    >
      <p className="muted">{mayConnect ? texts.help : texts.readOnly}</p>
      <Loaded query={connections}>
        {(present) =>
          present.length === 0 ? (
            <EmptyState title={texts.none}>
              <p className="muted">{texts.noneHelp}</p>
            </EmptyState>
          ) : (
            <ConnectionTable organization={organization} connections={present} mayConnect={mayConnect} />
          )
        }
      </Loaded>
      {isOpen && <ConnectDialog organization={organization} onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** Asks for a project of a ticket system, and then shows what its webhook needs. */
function ConnectDialog({
  organization,
  onClose,
}: {
  readonly organization: string;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts(organizationTexts).tickets;
  const [created, setCreated] = useState<DataOf<'createTicketConnection'> | null>(null);
  const connect = useAction('createTicketConnection', ['listTicketConnections']);
  const line = { autoComplete: 'off', spellCheck: false };
  return (
    <Dialog
      title={created === null ? texts.connect : texts.connected(created.project)}
      isOpen
      isRequired={created !== null}
      onClose={onClose}
    >
      {created === null ? (
        <OperationForm<{
          kind: TicketSystemName;
          url: string;
          project: string;
          token: string;
          user: string;
          issueType: string;
        }>
          schema={creation}
          fields={({ kind }) => ({
            kind: { label: texts.system, options: SYSTEMS },
            url: {
              ...line,
              label: texts.url,
              help: PUBLIC[kind] === undefined ? texts.urlHelp : texts.urlDefault(PUBLIC[kind]),
              type: 'url',
              required: PUBLIC[kind] === undefined,
            },
            project: { ...line, label: texts.project, help: texts.projectHelp[kind] },
            token: tokenField(texts.token, texts.tokenHelp[kind]),
            ...(kind === 'jira' && {
              user: { ...line, label: texts.user, help: texts.userHelp },
              issueType: { label: texts.issueType, help: texts.issueTypeHelp },
            }),
          })}
          values={{ kind: 'github', url: '', project: '', token: '', user: '', issueType: '' }}
          action={texts.connectAction}
          onSubmit={async ({ kind, project, token, user, issueType, ...given }) => {
            const url = given.url.trim();
            const body = { kind, project: project.trim(), token: token.trim(), ...(url !== '' && { url }) };
            const ofJira = kind === 'jira' ? jiraValues(user, issueType) : {};
            setCreated(await connect.run({ organization_slug: organization, body: { ...body, ...ofJira } }));
          }}
        />
      ) : (
        <ShownOnce label={texts.secret} secret={created.webhookSecret} copy={texts.copySecret} onDone={onClose}>
          <div className="stack">
            <p>{texts.webhookHelp}</p>
            <TextField label={texts.webhook} readOnly value={created.webhookUrl} />
            <div>
              <CopyButton text={created.webhookUrl} label={texts.copyWebhook} size="normal" />
            </div>
            <p>{texts.secretHelp}</p>
          </div>
        </ShownOnce>
      )}
    </Dialog>
  );
}

/** Returns the field of a token. A browser neither shows it nor offers to fill it in. */
function tokenField(label: string, help: string) {
  return { label, help, type: 'password', autoComplete: 'new-password', spellCheck: false, required: true };
}

/** Returns the members that only connections of Jira have, as far as they are given. */
function jiraValues(user: string, issueType: string): { user?: string; issueType?: string } {
  return {
    ...(user.trim() !== '' && { user: user.trim() }),
    ...(issueType.trim() !== '' && { issueType: issueType.trim() }),
  };
}

function ConnectionTable({
  organization,
  connections,
  mayConnect,
}: {
  readonly organization: string;
  readonly connections: readonly ShownTicketConnection[];
  readonly mayConnect: boolean;
}): ReactNode {
  const texts = useTexts(organizationTexts).tickets;
  const mayRemove = useMayDo('org:admin');
  const [chosen, setChosen] = useState<{ readonly to: 'replace' | 'remove'; readonly one: ShownTicketConnection }>();
  const close = (): void => setChosen(undefined);
  const columns: readonly TableColumn<ShownTicketConnection>[] = [
    { heading: texts.project, cell: ({ project }) => project },
    { heading: texts.system, cell: ({ kind }) => TICKET_SYSTEM_NAMES[kind] },
    { heading: texts.url, cell: ({ url }) => url },
    {
      heading: texts.webhookShort,
      cell: ({ webhookUrl }) => <CopyButton text={webhookUrl} label={texts.copyWebhook} />,
    },
    { heading: texts.since, cell: ({ dateCreated }) => <TimeAgo time={dateCreated} /> },
    {
      heading: texts.actions,
      kind: 'actions',
      cell: (one) => (
        <>
          {mayConnect && (
            <Button
              size="small"
              aria-label={texts.replaceOf(one.project)}
              onClick={() => setChosen({ to: 'replace', one })}
            >
              {texts.replace}
            </Button>
          )}
          {mayRemove && (
            <Button
              size="small"
              kind="danger"
              aria-label={texts.removeOf(one.project)}
              onClick={() => setChosen({ to: 'remove', one })}
            >
              {texts.remove}
            </Button>
          )}
        </>
      ),
    },
  ];
  return (
    <>
      <DataTable label={texts.title} columns={columns} rows={connections} keyOf={({ id }) => id} />
      {chosen?.to === 'replace' && (
        <Dialog title={texts.replaceOf(chosen.one.project)} isOpen onClose={close}>
          <TokenReplacement organization={organization} connection={chosen.one} onDone={close} />
        </Dialog>
      )}
      {chosen?.to === 'remove' && (
        <ConfirmOperation
          title={texts.removeTitle(chosen.one.project)}
          action={texts.remove}
          operation="removeTicketConnection"
          given={{ organization_slug: organization, connection_id: chosen.one.id }}
          outdated={['listTicketConnections', 'listIssueTickets']}
          done={texts.removed(chosen.one.project)}
          onClose={close}
        >
          <p>{texts.removeText}</p>
        </ConfirmOperation>
      )}
    </>
  );
}

function TokenReplacement({
  organization,
  connection: { id, kind, project, user, issueType },
  onDone,
}: {
  readonly organization: string;
  readonly connection: ShownTicketConnection;
  readonly onDone: () => void;
}): ReactNode {
  const texts = useTexts(organizationTexts).tickets;
  const show = useToast();
  const update = useAction('updateTicketConnection', ['listTicketConnections']);
  return (
    <OperationForm
      schema={change}
      fields={{
        token: tokenField(texts.token, texts.tokenHelp[kind]),
        ...(kind === 'jira' && {
          user: { label: texts.user, help: texts.userHelp, autoComplete: 'off', spellCheck: false },
          issueType: { label: texts.issueType, help: texts.issueTypeHelp },
        }),
      }}
      values={{ token: '', user: user ?? '', issueType: issueType ?? '' }}
      action={texts.replace}
      onSubmit={async (values) => {
        const body = {
          token: values.token.trim(),
          ...(kind === 'jira' && jiraValues(values.user, values.issueType)),
        };
        await update.run({ organization_slug: organization, connection_id: id, body });
        show({ text: texts.replaced(project) });
        onDone();
      }}
    />
  );
}
