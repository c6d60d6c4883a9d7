import { type ReactNode, useState } from 'react';
import { Button, CopyButton } from '../../components/controls';
import { EmptyState, ErrorNotice, Loaded } from '../../components/feedback';
import { ConfirmOperation, useToast } from '../../components/overlays';
import { Section } from '../../components/shell';
import { TimeAgo } from '../../components/time';
import { ApiError, type RecordOfList, useAction, useList, useOperation } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { alertsTexts } from '../../texts/alerts';
import { AlertDeliveries, newestDeliveries } from './alertDeliveries';
import { TestOutcomes, WebhookDeliveries } from './alertOutcomes';
import { ruleDraftOf, ruleUpdateOf } from './alertRule';
import { AlertRuleForm } from './alertRuleForm';
import { describeRecipient, kindOfState, type ReceiverName } from './alertTexts';
import { OwnMails } from './ownMails';
import type { SettingsPartProps } from './partDrafts';
import { RuleSentence, useReceivers } from './ruleSentence';
import alertStyles from './alerts.module.css';
import styles from './projects.module.css';

type ListedRule = RecordOfList<'listAlertRules'>;

/** Milliseconds after which the rules are read again, as their webhooks may fail meanwhile. */
const RENEWED = 30_000;

/** The rules that decide which issues cause alerts and who receives them, and the latest deliveries. */
export function AlertRuleSettings({ organization, project, drafts, onDrafts }: SettingsPartProps): ReactNode {
  const texts = useTexts(alertsTexts).alertRuleSettings;
  const search = useSearchState();
  const mayWrite = useMayDo('alerts:write', 'project:write', 'project:admin');
  const mayReadDeliveries = useMayDo('alerts:read', 'alerts:write');
  const given = { organization_slug: organization, project_slug: project.slug };
  const rules = useOperation('listAlertRules', given, { refetchInterval: RENEWED });
  const newest = useList('listAlertDeliveries', mayReadDeliveries ? newestDeliveries(organization, project) : null);
  const { named, nameOf } = useReceivers(organization);
  const edited = mayWrite ? search.get('rule') : null;
  const create = (
    <Button icon="plus" onClick={() => search.set({ rule: 'new', cursor: null })}>
      {texts.create}
    </Button>
  );
  return (
    <div className={alertStyles.forms}>
      <Loaded query={rules} lines={8}>
        {(records) => {
          const rule = records.find(({ id }) => id === edited) ?? null;
          if (edited !== null && (edited === 'new' || rule !== null))
            return (
              <AlertRuleForm
                key={edited}
                organization={organization}
                project={project}
                rule={rule}
                named={named}
                draft={drafts.rules?.[edited]}
                onDraft={(draft) => onDrafts({ rules: { ...drafts.rules, [edited]: draft } })}
                onClose={() => search.set({ rule: null })}
              />
            );
          return (
            <Section title={texts.title} actions={mayWrite && records.length > 0 && create}>
              {edited !== null && <p className="notice">{texts.gone}</p>}
              {!mayWrite && <p className="notice">{texts.readOnly}</p>}
              {records.length === 0 ? (
                <EmptyState title={texts.none}>
                  <p>{texts.noneHelp}</p>
                  <p className="muted">{texts.noneNext}</p>
                  {mayWrite && create}
                </EmptyState>
              ) : (
                <p className="muted">{texts.help}</p>
              )}
              {records.map((rule) => (
                <RuleCard
                  key={rule.id}
                  organization={organization}
                  project={project}
                  rule={rule}
                  nameOf={nameOf}
                  last={newest.data?.records.find(({ rule: cause }) => cause?.id === rule.id) ?? null}
                  onEdit={() => search.set({ rule: rule.id, cursor: null })}
                />
              ))}
            </Section>
          );
        }}
      </Loaded>
      {edited === null && (
        <>
          <OwnMails organization={organization} project={project} />
          <AlertDeliveries organization={organization} project={project} />
        </>
      )}
    </div>
  );
}

interface RuleCardProps extends Pick<SettingsPartProps, 'organization' | 'project'> {
  readonly rule: ListedRule;
  readonly last: RecordOfList<'listAlertDeliveries'> | null;
  readonly nameOf: ReceiverName;
  readonly onEdit: () => void;
}

/** A rule in words, with its actions. */
function RuleCard({ organization, project, rule, last, nameOf, onEdit }: RuleCardProps): ReactNode {
  const texts = useTexts(alertsTexts).alertRuleSettings;
  const show = useToast();
  const mayWrite = useMayDo('alerts:write', 'project:write', 'project:admin');
  const [isAsked, setAsked] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly RecordOfList<'testAlertRule'>[] | null>(null);
  const test = useAction('testAlertRule', ['listAlertRules']);
  const update = useAction('updateAlertRule', ['listAlertRules', 'listOrganizationAlertRules']);
  const { id, name, isActive } = rule;
  const given = { organization_slug: organization, project_slug: project.slug, rule_id: id };
  const button = (text: string, onClick: () => void, kind: 'normal' | 'danger' = 'normal', isPending = false) => (
    <Button size="small" kind={kind} isPending={isPending} aria-label={texts.about(text, name)} onClick={onClick}>
      {text}
    </Button>
  );
  const runTest = (): void => {
    setOutcomes(null);
    // Its error is shown in the place of the test's results.
    test.run(given).then(setOutcomes, () => undefined);
  };
  const turn = (): void => {
    update
      .run({ ...given, body: { ...ruleUpdateOf(ruleDraftOf(rule)), isActive: !isActive } })
      .catch((error: unknown) => {
        show({ text: texts.failed(error instanceof ApiError ? error.message : String(error)) });
      });
  };
  return (
    <article className={styles.card} aria-label={name}>
      <div className={alertStyles.ruleHead}>
        <h3 className={styles.wrap}>
          {name} {!isActive && <span className="badge">{texts.off}</span>}
        </h3>
        {mayWrite && (
          <div className="actions">
            {button(texts.test, runTest, 'normal', test.isPending)}
            {button(texts.edit, onEdit)}
            {button(isActive ? texts.turnOff : texts.turnOn, turn, 'normal', update.isPending)}
            {button(texts.remove, () => setAsked(true), 'danger')}
          </div>
        )}
      </div>
      <div>
        <RuleSentence rule={rule} nameOf={nameOf} />
        <RuleInWords rule={rule} last={last} nameOf={nameOf} />
        {test.error !== null && <ErrorNotice error={test.error} />}
        <TestOutcomes outcomes={outcomes} isPending={test.isPending} />
      </div>
      {isAsked && (
        <ConfirmOperation
          title={texts.removeTitle(name)}
          action={texts.remove}
          operation="removeAlertRule"
          given={given}
          outdated={['listAlertRules', 'listOrganizationAlertRules', 'listAlertDeliveries']}
          done={texts.removed}
          onClose={() => setAsked(false)}
        >
          <p>{texts.removeHelp}</p>
        </ConfirmOperation>
      )}
    </article>
  );
}

function RuleInWords({ rule, last, nameOf }: Pick<RuleCardProps, 'rule' | 'last' | 'nameOf'>): ReactNode {
  const texts = useTexts(alertsTexts).alertRuleSettings;
  const words = useTexts(alertsTexts).alertWords;
  const { recipients } = rule;
  return (
    <dl className="definitions">
      <dt>{texts.to}</dt>
      <dd>
        <ul className={alertStyles.list}>
          {recipients.map((recipient, index) => (
            <li key={index}>
              <span className="row">
                {describeRecipient(recipient, words, nameOf)}
                {recipient.isConfirmed === false && (
                  <span className="badge" data-kind="warning" title={texts.unconfirmedHelp}>
                    {words.unconfirmed}
                  </span>
                )}
                {recipient.secret !== null && recipient.secret !== '' && (
                  <CopyButton text={recipient.secret} label={texts.secret} kind="quiet" />
                )}
              </span>
              {recipient.delivery !== null && <WebhookDeliveries state={recipient.delivery} />}
            </li>
          ))}
        </ul>
      </dd>
      <dt>{texts.last}</dt>
      <dd>
        {last === null ? (
          <span className="muted">{texts.noLast}</span>
        ) : (
          <>
            <TimeAgo time={last.dateSettled ?? last.dateCreated} />{' '}
            <span className="badge" data-kind={kindOfState(last.state)}>
              {words[last.state]}
            </span>{' '}
            {last.error !== null && <span className="field-error">{last.error}</span>}
          </>
        )}
      </dd>
    </dl>
  );
}
