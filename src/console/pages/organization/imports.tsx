import { type ReactNode, useState } from 'react';
import { Command, LinkButton, SelectField, TextField } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { shellWord } from '../../components/shellText';
import { type TableColumn, DataTable } from '../../components/table';
import { useFormat } from '../../components/time';
import { type RecordOfList, useWholeList } from '../../state/api';
import { pathOf } from '../../state/location';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { organizationTexts } from '../../texts/organization';
import { IMPORT_SCOPES, importCommand, type ImportInput, wrongFields } from './importCommand';

const KINDS = ['server', 'bugsink'] as const;

/** The entries of the audit log about imports. */
const EVENT = 'project.import';
const PER_PAGE = 100;

/** Composes the command that moves projects from another tracker, and shows what was imported. */
export function Imports({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(organizationTexts).imports;
  // What was imported is read from the audit log, which these scopes show.
  const mayImport = useMayDo('org:write', 'org:admin');
  const [input, setInput] = useState<ImportInput>({
    kind: 'server',
    address: '',
    file: '',
    organization: '',
    projects: '',
  });
  if (!mayImport) return <p className="muted">{texts.forbidden}</p>;
  return (
    <>
      <Section title={texts.title}>
        <p className="muted">
          {texts.help} <a href="/docs/guides/moving">{texts.guide}</a>
        </p>
        <SourceFields input={input} onChange={(changes) => setInput({ ...input, ...changes })} />
      </Section>
      <Steps organization={organization} input={input} />
      <ImportedProjects organization={organization} />
    </>
  );
}

/** The fields that describe the source. */
function SourceFields({
  input,
  onChange,
}: {
  readonly input: ImportInput;
  readonly onChange: (changes: Partial<ImportInput>) => void;
}): ReactNode {
  const texts = useTexts(organizationTexts).imports;
  const [left, setLeft] = useState<readonly string[]>([]);
  const wrong = wrongFields(input);
  /** The attributes of a field. It says what is wrong once it was left, not while it is filled in. */
  const field = (name: Exclude<keyof ImportInput, 'kind'>, error: string) => ({
    value: input[name],
    errors: input[name] !== '' && left.includes(name) && wrong.includes(name) ? [error] : [],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
    onBlur: () => setLeft([...left, name]),
  });
  return (
    <div className="stack">
      <SelectField
        label={texts.kind}
        value={input.kind}
        options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={(kind) => onChange({ kind })}
      />
      {input.kind === 'server' ? (
        <>
          <TextField
            label={texts.address}
            help={texts.addressHelp}
            type="url"
            placeholder="https://sentry.example.com"
            {...field('address', texts.addressError)}
          />
          <TextField
            label={texts.organization}
            help={texts.organizationHelp}
            {...field('organization', texts.organizationError)}
          />
        </>
      ) : (
        <TextField
          label={texts.file}
          help={texts.fileHelp}
          placeholder="db.sqlite3"
          {...field('file', texts.controlError)}
        />
      )}
      <TextField label={texts.projects} help={texts.projectsHelp} {...field('projects', texts.controlError)} />
    </div>
  );
}

/** The commands in their order. Tokens are in none of them: the history of a shell would keep them. */
function Steps({ organization, input }: { readonly organization: string; readonly input: ImportInput }): ReactNode {
  const texts = useTexts(organizationTexts).imports;
  const variables = ['CULPRIT_TOKEN', ...(input.kind === 'server' ? ['CULPRIT_SOURCE_TOKEN'] : [])];
  const steps = [
    [texts.dryRun, texts.dryRunHelp, importCommand(input, true)],
    [texts.run, texts.runHelp, importCommand(input, false)],
  ] as const;
  return (
    <>
      <Section
        title={texts.prepare}
        actions={
          <LinkButton icon="plus" to={`${pathOf(organization, 'settings', 'tokens')}?create=import`}>
            {texts.create}
          </LinkButton>
        }
      >
        <p>
          {texts.scopes}{' '}
          {IMPORT_SCOPES.map((scope, index) => (
            <span key={scope}>
              {index > 0 && ', '}
              <code>{scope}</code>
            </span>
          ))}
          . {input.kind === 'server' && texts.sourceToken}
        </p>
        <p className="muted">{texts.prepareHelp}</p>
        <Command text={`export CULPRIT_URL=${shellWord(location.origin)}`} />
        {variables.map((name) => (
          <Command key={name} text={`read -rs ${name} && export ${name}`} />
        ))}
      </Section>
      {steps.map(([title, help, command]) => (
        <Section key={title} title={title}>
          <p className="muted">{help}</p>
          {command === null ? <p>{texts.incomplete[input.kind]}</p> : <Command text={command} />}
        </Section>
      ))}
    </>
  );
}

/** What was imported of a project from one source. */
interface ImportSum {
  readonly key: string;
  readonly project: string;
  readonly source: string;
  readonly events: number;
  readonly comments: number;
  readonly first: string;
  readonly last: string;
}

/** Sums up entries, the newest first, by project and source: an import has an entry for each of its requests. */
function sumUp(entries: readonly RecordOfList<'listAuditLog'>[]): ImportSum[] {
  const sums = new Map<string, ImportSum>();
  for (const { target, details, dateCreated } of entries) {
    const source = details['source'] as string;
    const key = `${target.id} ${source}`;
    const sum = sums.get(key) ?? { key, project: target.name, source, events: 0, comments: 0, last: dateCreated };
    const events = sum.events + Number(details['events'] ?? 0);
    const comments = sum.comments + Number(details['comments'] ?? 0);
    sums.set(key, { ...sum, events, comments, first: dateCreated });
  }
  return [...sums.values()];
}

function ImportedProjects({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(organizationTexts).imports;
  const format = useFormat();
  const entries = useWholeList('listAuditLog', { organization_slug: organization, event: EVENT, per_page: PER_PAGE });
  const timeCell = (time: string): ReactNode => (
    <time className="nowrap" dateTime={time}>
      {format.dateTime(time)}
    </time>
  );
  const columns: readonly TableColumn<ImportSum>[] = [
    { heading: texts.project, cell: ({ project }) => project },
    { heading: texts.source, cell: ({ source }) => source },
    { heading: texts.events, kind: 'number', cell: ({ events }) => format.number(events) },
    { heading: texts.comments, kind: 'number', cell: ({ comments }) => format.number(comments) },
    { heading: texts.first, cell: ({ first }) => timeCell(first) },
    { heading: texts.last, cell: ({ last }) => timeCell(last) },
  ];
  return (
    <Section
      title={texts.history}
      actions={
        <LinkButton to={`${pathOf(organization, 'settings', 'audit-log')}?event=${EVENT}`}>{texts.log}</LinkButton>
      }
    >
      <Loaded query={entries} lines={4}>
        {(records) =>
          records.length === 0 ? (
            <EmptyState title={texts.none}>
              <p className="muted">{texts.noneHelp}</p>
            </EmptyState>
          ) : (
            <>
              <p className="muted">{texts.historyHelp}</p>
              <DataTable label={texts.history} columns={columns} rows={sumUp(records)} keyOf={({ key }) => key} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
