import { type ReactNode, type SubmitEvent, useRef } from 'react';
import { Button, CheckField, Field } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { SaveBar } from '../../components/operationForm';
import formStyles from '../../components/operationForm.module.css';
import { useToast } from '../../components/overlays';
import { Section } from '../../components/shell';
import { TimeAgo } from '../../components/time';
import { type DataOf, useAction, useOperation } from '../../state/api';
import { useMayDo, useSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectSettingsTexts } from '../../texts/projectSettings';
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

/** Shows an element that appears where the reader may not look. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** The rules that say to whom errors belong. */
export function OwnershipRuleSettings(props: SettingsPartProps): ReactNode {
  const { organization, project } = props;
  const texts = useTexts(projectSettingsTexts).ownershipSettings;
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
  const texts = useTexts(projectSettingsTexts).ownershipSettings;
  const show = useToast();
  const area = useRef<HTMLTextAreaElement>(null);
  const update = useAction('updateProjectOwnership', ['getProjectOwnership', 'getEventOwners']);
  const { lastUpdated } = saved;
  const draft = drafts.ownership ?? ownershipDraftOf(saved);
  const changes = ownershipChanges(draft, saved);
  const change = (changed: Partial<OwnershipDraft>): void => {
    const ownership = { ...draft, ...changed };
    onDrafts({ ownership: Object.keys(ownershipChanges(ownership, saved)).length > 0 ? ownership : undefined });
  };
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
          <Field label={texts.rules} help={texts.rulesHelp}>
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
        help={texts.fallthroughHelp}
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
  const texts = useTexts(projectSettingsTexts).ownershipSettings;
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
