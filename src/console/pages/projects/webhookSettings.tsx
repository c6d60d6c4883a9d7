import { type ReactNode, useState } from 'react';
import schema from 'virtual:schema/ProjectPluginUpdate';
import { Button, CopyButton } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { ConfirmOperation, useToast } from '../../components/overlays';
import { changedFields } from '../../components/schemaValues';
import { Section } from '../../components/shell';
import { type DataOf, useAction, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectSettingsTexts } from '../../texts/projectSettings';
import { TestOutcomes, WebhookDeliveries } from './alertOutcomes';
import type { SettingsPartProps } from './partDrafts';

const STATES = ['active', 'failing', 'disabled'] as const;
const KINDS = { active: 'success', failing: 'danger', disabled: undefined } as const;

interface WebhookProps extends SettingsPartProps {
  readonly plugin: DataOf<'getProjectPlugin'>;
}

/** Returns the arguments of the operations on the webhook of a project. */
function webhookOf({ organization, project }: Pick<SettingsPartProps, 'organization' | 'project'>) {
  return { organization_slug: organization, project_slug: project.slug, plugin_id: 'webhooks' };
}

/** The webhook to which a project posts new issues and regressions, apart from its alert rules. */
export function WebhookSettings(props: SettingsPartProps): ReactNode {
  const texts = useTexts(projectSettingsTexts).webhookSettings;
  const mayWrite = useMayDo('project:write', 'project:admin');
  const plugin = useOperation('getProjectPlugin', webhookOf(props), { refetchInterval: 30_000 });
  return (
    <>
      <Section title={texts.title}>
        <p className="muted">
          {texts.help}{' '}
          <Link to={pathOf(props.organization, 'projects', props.project.slug, 'settings', 'alerts')}>
            {texts.rules}
          </Link>
        </p>
        {!mayWrite && <p className="notice">{texts.readOnly}</p>}
        <Loaded query={plugin} lines={8}>
          {(data) => {
            const state = STATES.find((one) => one === data.status) ?? 'disabled';
            return (
              <>
                <div>
                  <span className="badge" data-kind={KINDS[state]}>
                    {texts[state]}
                  </span>
                </div>
                {data.status !== 'disabled' && <WebhookDeliveries state={data.metadata} />}
                {mayWrite && <WebhookForm {...props} plugin={data} />}
              </>
            );
          }}
        </Loaded>
      </Section>
      {mayWrite && plugin.data !== undefined && (
        <>
          <WebhookTest {...props} plugin={plugin.data} />
          <WebhookSecret {...props} plugin={plugin.data} />
        </>
      )}
    </>
  );
}

function WebhookForm({ plugin, drafts, onDrafts, ...place }: WebhookProps): ReactNode {
  const texts = useTexts(projectSettingsTexts).webhookSettings;
  const show = useToast();
  const update = useAction('updateProjectPlugin', ['getProjectPlugin']);
  const { config, enabled } = plugin;
  const values = { url: config.url, enabled };
  return (
    <OperationForm
      layout="settings"
      schema={schema}
      fields={{
        url: {
          label: texts.url,
          help: texts.urlHelp,
          type: 'url',
          autoComplete: 'off',
          spellCheck: false,
        },
        enabled: { label: texts.enabled, help: enabled ? texts.disabling : texts.enabledHelp },
      }}
      values={values}
      drafts={drafts.webhook ?? {}}
      onDrafts={(webhook) => {
        // Who gives the first URL wants it used.
        const { url } = webhook;
        const isFirst = config.url === '' && url !== undefined && url !== drafts.webhook?.url;
        const changed = isFirst ? { url, enabled: url !== '' } : webhook;
        const isChanged = changedFields(schema, ['url', 'enabled'], changed, values).length > 0;
        onDrafts({ webhook: isChanged ? changed : undefined });
      }}
      onSubmit={async (edited, changed) => {
        const body = {
          ...(changed.includes('url') && { url: edited.url }),
          ...(changed.includes('enabled') && { enabled: edited.enabled }),
        };
        await update.run({ ...webhookOf(place), body });
        show({ text: texts.saved });
      }}
    />
  );
}

function WebhookTest({ plugin, drafts, ...place }: WebhookProps): ReactNode {
  const texts = useTexts(projectSettingsTexts).webhookSettings;
  const [outcome, setOutcome] = useState<DataOf<'testProjectPlugin'> | null>(null);
  const test = useAction('testProjectPlugin', ['getProjectPlugin']);
  const { url } = plugin.config;
  const isUnsaved = url === '' || (drafts.webhook?.url ?? url).trim() !== url;
  const run = (): void => {
    setOutcome(null);
    // Its error is shown in the place of the test's results.
    test.run({ ...webhookOf(place), body: { test: true } }).then(setOutcome, () => undefined);
  };
  return (
    <Section title={texts.testTitle}>
      <p className="muted">{isUnsaved ? texts.testUnsaved : texts.testHelp}</p>
      <div>
        <Button disabled={isUnsaved || test.isPending} onClick={run}>
          {texts.test}
        </Button>
      </div>
      {test.error !== null && <ErrorNotice error={test.error} />}
      <TestOutcomes outcomes={outcome === null ? null : [outcome]} isPending={test.isPending} />
    </Section>
  );
}

function WebhookSecret({ plugin, ...place }: WebhookProps): ReactNode {
  const texts = useTexts(projectSettingsTexts).webhookSettings;
  const [isAsked, setAsked] = useState(false);
  const { secret } = plugin.config;
  return (
    <Section title={texts.secretTitle}>
      <p className="muted">{secret === '' ? texts.noSecret : texts.secretHelp}</p>
      {secret !== '' && (
        <div className="actions">
          <CopyButton text={secret} label={texts.copy} size="normal" />
          <Button onClick={() => setAsked(true)}>{texts.renew}</Button>
        </div>
      )}
      {isAsked && (
        <ConfirmOperation
          title={texts.renew}
          action={texts.renew}
          operation="updateProjectPlugin"
          given={{ ...webhookOf(place), body: { renewSecret: true } }}
          outdated={['getProjectPlugin']}
          done={texts.renewed}
          onClose={() => setAsked(false)}
        >
          <p>{texts.renewHelp}</p>
        </ConfirmOperation>
      )}
    </Section>
  );
}
