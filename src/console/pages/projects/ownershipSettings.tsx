import { type ReactNode, type SubmitEvent, useRef } from 'react';
import schema from 'virtual:schema/ProjectOwnershipUpdate';
import { Button, CheckField, Field } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { SaveBar } from '../../components/operationForm';
import formStyles from '../../components/operationForm.module.css';
import { useToast } from '../../components/overlays';
import { useSchemaHelp } from '../../components/schemaField';
import { Section } from '../../components/shell';
import { TimeAgo } from '../../components/time';
import { type DataOf, useAction, useOperation } from '../../state/api';
import { useMayDo, useSession } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import { LatestOwners } from './latestOwners';
import {
  type OwnershipDraft,
  ownershipChanges,
  ownershipDraftOf,
  ownershipProblem,
  rangeOfLine,
  withRule,
} from './ownershipText';
import type { SettingsPartProps } from './partDrafts';
import alertStyles from './alerts.module.css';
import styles from './projects.module.css';

const TEXTS = defineTexts({
  en: {
    title: 'Ownership',
    help: 'Rules say to which member or team errors belong. They assign each new issue when its first event arrives; issues that exist keep their assignee.',
    readOnly: 'You can read these rules. To change them, a role needs project:write.',
    rules: 'Rules',
    assigns: 'The rules assign new issues',
    assignsHelp: 'Otherwise they only say to whom an event belongs, and an issue is assigned by hand.',
    fallthrough: 'Alerts about issues of nobody go to the project’s teams',
    saved: 'The rules are saved.',
    changed: 'Last changed',
    wrong: 'Nothing is saved. These lines are wrong:',
    line: (number: number) => `Line ${number}`,
    goTo: (number: number) => `Go to line ${number}`,
    howTitle: 'How a rule is written',
    how: 'A rule is a line: a type, a pattern, and one or more owners. An owner is the e-mail address of a member or # and the slug of a team. The last rule that matches decides: general rules come first, exceptions below them.',
    pasteTitle: 'CODEOWNERS',
    paste:
      'Paste the text of a CODEOWNERS file, alone or between rules: its lines have no type. @acme/backend is the team backend, whatever the organization; a user such as @ann is an error, write the e-mail address. A command on the host of the service stores the file of a repository as it is:',
    path: 'files of the application’s frames; * matches no slash, ** does',
    url: 'the URL of the request, without its query',
    module: 'modules of the application’s frames',
    tag: 'the values of a tag, also environment, level and release',
    codeowners: 'a line of a CODEOWNERS file',
    insert: 'Insert',
    insertRule: (rule: string) => `Insert ${rule}`,
  },
  de: {
    title: 'Zuständigkeit',
    help: 'Regeln sagen, welchem Mitglied oder Team Fehler gehören. Sie weisen jedes neue Issue zu, wenn sein erstes Ereignis ankommt; bestehende Issues bleiben, wem sie zugewiesen sind.',
    readOnly: 'Sie können diese Regeln lesen. Um sie zu ändern, braucht eine Rolle project:write.',
    rules: 'Regeln',
    assigns: 'Die Regeln weisen neue Issues zu',
    assignsHelp: 'Sonst sagen sie nur, wem ein Ereignis gehört, und ein Issue wird von Hand zugewiesen.',
    fallthrough: 'Meldungen zu Issues von niemandem gehen an die Teams des Projekts',
    saved: 'Die Regeln sind gespeichert.',
    changed: 'Zuletzt geändert',
    wrong: 'Nichts ist gespeichert. Diese Zeilen sind falsch:',
    line: (number) => `Zeile ${number}`,
    goTo: (number) => `Zu Zeile ${number} gehen`,
    howTitle: 'Wie eine Regel geschrieben wird',
    how: 'Eine Regel ist eine Zeile: eine Art, ein Muster und ein oder mehrere Zuständige. Zuständig ist die E-Mail-Adresse eines Mitglieds oder # und der Slug eines Teams. Die letzte Regel, die passt, entscheidet: Allgemeine Regeln stehen zuerst, Ausnahmen darunter.',
    pasteTitle: 'CODEOWNERS',
    paste:
      'Fügen Sie den Text einer CODEOWNERS-Datei ein, allein oder zwischen Regeln: Ihre Zeilen haben keine Art. @acme/backend ist das Team backend, gleich in welcher Organisation; ein Nutzer wie @ann ist ein Fehler, schreiben Sie die E-Mail-Adresse. Ein Befehl auf dem Server des Dienstes speichert die Datei eines Repositorys, wie sie ist:',
    path: 'Dateien der Frames der Anwendung; * passt auf keinen Schrägstrich, ** schon',
    url: 'die URL der Anfrage, ohne ihre Query',
    module: 'Module der Frames der Anwendung',
    tag: 'die Werte eines Tags, auch environment, level und release',
    codeowners: 'eine Zeile einer CODEOWNERS-Datei',
    insert: 'Einfügen',
    insertRule: (rule) => `${rule} einfügen`,
  },
});

const FIELDS = schema.properties ?? {};

/** Shows an element that appears where the reader may not look. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** The rules that say to whom errors belong. */
export function OwnershipRuleSettings(props: SettingsPartProps): ReactNode {
  const { organization, project } = props;
  const texts = useTexts(TEXTS);
  const mayWrite = useMayDo('project:write', 'project:admin');
  const ownership = useOperation('getProjectOwnership', {
    organization_slug: organization,
    project_slug: project.slug,
  });
  return (
    <>
      <Section title={texts.title}>
        <p className="muted">{texts.help}</p>
        {!mayWrite && <p className="notice">{texts.readOnly}</p>}
        <Loaded query={ownership} lines={14}>
          {(data) => <OwnershipForm {...props} saved={data} mayWrite={mayWrite} />}
        </Loaded>
      </Section>
      <LatestOwners organization={organization} project={project} />
    </>
  );
}

/** The form of the rules. Not an `OperationForm`: the errors name lines of the text, to which buttons lead. */
function OwnershipForm({
  organization,
  project,
  drafts,
  onDrafts,
  saved,
  mayWrite,
}: SettingsPartProps & { readonly saved: DataOf<'getProjectOwnership'>; readonly mayWrite: boolean }): ReactNode {
  const texts = useTexts(TEXTS);
  const helpOf = useSchemaHelp();
  const show = useToast();
  const area = useRef<HTMLTextAreaElement>(null);
  const update = useAction('updateProjectOwnership', ['getProjectOwnership', 'getEventOwners']);
  const { lastUpdated } = saved;
  const draft = drafts.ownership ?? ownershipDraftOf(saved);
  const changes = ownershipChanges(draft, saved);
  const change = (changed: Partial<OwnershipDraft>): void => onDrafts({ ownership: { ...draft, ...changed } });
  const { error } = update;
  const problems = (error?.fields['raw'] ?? []).map(ownershipProblem);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    update.run({ organization_slug: organization, project_slug: project.slug, body: changes }).then(
      () => {
        onDrafts({ ownership: undefined });
        show({ text: texts.saved });
      },
      () => undefined,
    );
  };
  const goTo = (line: number): void => {
    const [start, end] = rangeOfLine(draft.raw, line);
    // A browser brings the start of a selection into view when the focus comes to it, but not its line.
    area.current?.setSelectionRange(start, start);
    area.current?.blur();
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  return (
    <form className={formStyles.fields} onSubmit={submit} noValidate>
      <div className={alertStyles.ownership}>
        <div className={formStyles.group}>
          <Field label={texts.rules} help={helpOf(FIELDS['raw'])}>
            {(attributes) => (
              <textarea
                {...attributes}
                ref={area}
                className="input code"
                wrap="off"
                spellCheck={false}
                readOnly={!mayWrite || update.isPending}
                aria-invalid={problems.length > 0 ? true : undefined}
                value={draft.raw}
                onChange={(event) => change({ raw: event.currentTarget.value })}
              />
            )}
          </Field>
          {problems.length > 0 && (
            <div className="notice" data-kind="danger" role="alert" ref={bringIntoView}>
              <p>{texts.wrong}</p>
              <ul className={alertStyles.list}>
                {problems.map(({ line, text }, index) => (
                  <li key={index}>
                    {line !== null && (
                      <Button size="small" aria-label={texts.goTo(line)} onClick={() => goTo(line)}>
                        {texts.line(line)}
                      </Button>
                    )}{' '}
                    {text}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {lastUpdated !== null && (
            <p className="muted small">
              {texts.changed}: <TimeAgo time={lastUpdated} />
            </p>
          )}
        </div>
        <RuleHelp
          project={project}
          {...(mayWrite && { onInsert: (rule) => change({ raw: withRule(draft.raw, rule) }) })}
        />
      </div>
      <CheckField
        label={texts.assigns}
        help={texts.assignsHelp}
        disabled={!mayWrite}
        checked={draft.assigns}
        onChange={(event) => change({ assigns: event.currentTarget.checked })}
      />
      <CheckField
        label={texts.fallthrough}
        help={helpOf(FIELDS['fallthrough'])}
        disabled={!mayWrite}
        checked={draft.fallthrough}
        onChange={(event) => change({ fallthrough: event.currentTarget.checked })}
      />
      {error !== null && problems.length === 0 && <ErrorNotice error={error} />}
      {mayWrite && (
        <SaveBar
          changes={Object.keys(changes).length}
          isPending={update.isPending}
          onDiscard={() => {
            onDrafts({ ownership: undefined });
            update.reset();
          }}
        />
      )}
    </form>
  );
}

/** The types of rules, each with an example that has an owner of this project. */
function RuleHelp({
  project,
  onInsert,
}: Pick<SettingsPartProps, 'project'> & { readonly onInsert?: (rule: string) => void }): ReactNode {
  const texts = useTexts(TEXTS);
  const { member, organization } = useSession();
  const slug = project.teams[0]?.slug;
  const team = slug === undefined ? member.email : `#${slug}`;
  const examples = [
    { rule: `path:src/cart* ${team}`, text: texts.path },
    { rule: `url:*/checkout/* ${team}`, text: texts.url },
    { rule: `module:shop.payment.* ${member.email}`, text: texts.module },
    { rule: `tags.browser:Safari* ${team} ${member.email}`, text: texts.tag },
    {
      rule: `/src/checkout/ ${slug === undefined ? member.email : `@${organization.slug}/${slug}`}`,
      text: texts.codeowners,
    },
  ];
  return (
    <div className={alertStyles.help}>
      <h3>{texts.howTitle}</h3>
      <p className="small">{texts.how}</p>
      <dl className={alertStyles.examples}>
        {examples.map(({ rule, text }) => (
          <div key={rule}>
            <dt>
              <code>{rule}</code>
              {onInsert !== undefined && (
                <Button size="small" kind="quiet" aria-label={texts.insertRule(rule)} onClick={() => onInsert(rule)}>
                  {texts.insert}
                </Button>
              )}
            </dt>
            <dd className="muted small">{text}</dd>
          </div>
        ))}
      </dl>
      <h3>{texts.pasteTitle}</h3>
      <p className="small">{texts.paste}</p>
      <pre className={`${styles.code ?? ''} small`}>
        {`npx culprit project ownership --organization ${organization.slug} --project ${project.slug} --codeowners CODEOWNERS`}
      </pre>
    </div>
  );
}
