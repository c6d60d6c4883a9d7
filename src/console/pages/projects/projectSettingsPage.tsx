import { type ReactNode, useState } from 'react';
import { LinkButton } from '../../components/controls';
import { Loaded } from '../../components/feedback';
import { useToast } from '../../components/overlays';
import { Removal } from '../../components/removal';
import { Page, PageTabs, Section } from '../../components/shell';
import { useAction, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { Navigate, useNavigate, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectSettingsTexts } from '../../texts/projectSettings';
import { AlertRuleSettings } from './alertRuleSettings';
import { KeySettings } from './keySettings';
import { OwnershipRuleSettings } from './ownershipSettings';
import type { PartDrafts, SettingsPartProps } from './partDrafts';
import { SETTING_GROUPS, type SettingDrafts, type SettingGroup } from './settingFields';
import { SettingsForm } from './settingsForm';
import { TeamSettings } from './teamSettings';
import { WebhookSettings } from './webhookSettings';

const GROUPS = Object.keys(SETTING_GROUPS) as readonly SettingGroup[];

/** The parts of the settings that are no fields of the project. */
const PARTS = {
  alerts: AlertRuleSettings,
  webhook: WebhookSettings,
  ownership: OwnershipRuleSettings,
  teams: TeamSettings,
  keys: KeySettings,
} as const satisfies Readonly<Record<string, (props: SettingsPartProps) => ReactNode>>;

const PART_NAMES = Object.keys(PARTS) as readonly (keyof typeof PARTS)[];

/** The settings of a project, in sections that the address names. */
export default function ProjectSettingsPage(): ReactNode {
  const texts = useTexts(projectSettingsTexts).projectSettingsPage;
  const { organization = '', project: slug = '', section = 'general' } = useParams();
  const project = useOperation('getProject', { organization_slug: organization, project_slug: slug });
  // Of all sections: going to another one loses nothing that was typed.
  const [drafts, setDrafts] = useState<SettingDrafts>({});
  const [partDrafts, setPartDrafts] = useState<PartDrafts>({});
  const name = project.data?.name ?? slug;
  const group = GROUPS.find((one) => one === section);
  const part = PART_NAMES.find((one) => one === section);
  const address = (...parts: readonly string[]): string => pathOf(organization, 'projects', slug, 'settings', ...parts);
  if (group === undefined && part === undefined) return <Navigate to={address()} replace />;
  const Part = part === undefined ? null : PARTS[part];
  return (
    <Page
      title={texts.title(name)}
      place={address()}
      actions={<LinkButton to={pathOf(organization, 'projects', slug)}>{texts.back}</LinkButton>}
    >
      <PageTabs
        label={texts.sections}
        tabs={[...GROUPS, ...PART_NAMES].map((one) => ({
          to: one === 'general' ? address() : address(one),
          text: texts[one],
        }))}
      />
      <Loaded query={project} lines={14}>
        {(data) => (
          <>
            {group !== undefined && (
              <Section title={texts[group]}>
                <SettingsForm
                  key={group}
                  organization={organization}
                  project={data}
                  group={group}
                  drafts={drafts}
                  onDrafts={setDrafts}
                />
              </Section>
            )}
            {Part !== null && (
              <Part
                organization={organization}
                project={data}
                drafts={partDrafts}
                onDrafts={(changes) => setPartDrafts((before) => ({ ...before, ...changes }))}
              />
            )}
            {group === 'general' && <RemoveProject organization={organization} project={data} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function RemoveProject({
  organization,
  project: { slug, name },
}: Pick<SettingsPartProps, 'organization' | 'project'>): ReactNode {
  const texts = useTexts(projectSettingsTexts).projectSettingsPage;
  const show = useToast();
  const navigate = useNavigate();
  const mayRemove = useMayDo('project:admin');
  const removal = useAction('removeProject', ['listOrganizationProjects']);
  const remove = (): void => {
    removal.run({ organization_slug: organization, project_slug: slug }).then(
      () => {
        show({ text: texts.removed(name) });
        void navigate(pathOf(organization, 'projects'));
      },
      () => undefined,
    );
  };
  if (!mayRemove)
    return (
      <Section title={texts.remove}>
        <p>{texts.removeForbidden}</p>
      </Section>
    );
  return (
    <Removal
      title={texts.remove}
      help={texts.removeHelp}
      openText={texts.removeOpen}
      slug={slug}
      error={removal.error}
      isPending={removal.isPending}
      onRemove={remove}
    />
  );
}
