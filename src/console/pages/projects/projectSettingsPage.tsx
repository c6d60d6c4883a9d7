import { type ComponentProps, type ReactNode, useState } from 'react';
import { LinkButton, TextField } from '../../components/controls';
import { Loaded } from '../../components/feedback';
import { useToast } from '../../components/overlays';
import { Removal } from '../../components/removal';
import { Page, PageTabs, Section } from '../../components/shell';
import { UnsavedInput } from '../../components/unsavedInput';
import { useAction, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link, Navigate, useLocation, useNavigate, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectSettingsTexts } from '../../texts/projectSettings';
import { AlertRuleSettings } from './alertRuleSettings';
import { GroupingPreview } from './groupingPreview';
import { KeySettings } from './keySettings';
import { OwnershipRuleSettings } from './ownershipSettings';
import type { PartDrafts, SettingsPartProps } from './partDrafts';
import { findSettings, GROUP_NAMES, hasWords, type SettingDrafts, settingParts } from './settingFields';
import { hasUnsaved, SettingsForm } from './settingsForm';
import { TeamSettings } from './teamSettings';
import { WebhookSettings } from './webhookSettings';

/** The parts of the settings that are no fields of the project. */
const PARTS = {
  alerts: AlertRuleSettings,
  webhook: WebhookSettings,
  ownership: OwnershipRuleSettings,
  teams: TeamSettings,
  keys: KeySettings,
} as const satisfies Readonly<Record<string, (props: SettingsPartProps) => ReactNode>>;

const PART_NAMES = Object.keys(PARTS) as readonly (keyof typeof PARTS)[];

const SECTION_NAMES = [...GROUP_NAMES, ...PART_NAMES];

type SectionName = (typeof SECTION_NAMES)[number];

/** The settings of a project, in sections that the address names. */
export default function ProjectSettingsPage(): ReactNode {
  const { projectSettingsPage: texts, settings } = useTexts(projectSettingsTexts);
  const { organization = '', project: slug = '', section = 'general' } = useParams();
  const project = useOperation('getProject', { organization_slug: organization, project_slug: slug });
  // Of all sections: going to another one loses nothing that was typed.
  const [drafts, setDrafts] = useState<SettingDrafts>({});
  const [partDrafts, setPartDrafts] = useState<PartDrafts>({});
  const { key } = useLocation();
  const [find, setFind] = useState({ at: key, text: '' });
  // Another section ends the search.
  const search = find.at === key ? find.text.trim() : '';
  const name = project.data?.name ?? slug;
  const group = GROUP_NAMES.find((one) => one === section);
  const part = PART_NAMES.find((one) => one === section);
  const address = (...parts: readonly string[]): string => pathOf(organization, 'projects', slug, 'settings', ...parts);
  const isUnsaved = hasUnsavedParts(partDrafts) || (project.data !== undefined && hasUnsaved(project.data, drafts));
  if (group === undefined && part === undefined) return <Navigate to={address()} replace />;
  const Part = part === undefined ? null : PARTS[part];
  const pathTo = (one: SectionName): string => (one === 'general' ? address() : address(one));
  return (
    <Page
      title={texts.title(name)}
      place={address()}
      actions={<LinkButton to={pathOf(organization, 'projects', slug)}>{texts.back}</LinkButton>}
    >
      <UnsavedInput isUnsaved={isUnsaved} within={address()} />
      <PageTabs label={texts.sections} tabs={SECTION_NAMES.map((one) => ({ to: pathTo(one), text: texts[one] }))} />
      <search>
        <TextField
          label={texts.find}
          type="search"
          value={find.at === key ? find.text : ''}
          onChange={({ currentTarget }) => setFind({ at: key, text: currentTarget.value })}
        />
      </search>
      <Loaded query={project} lines={14}>
        {(data) => {
          const form = { organization, project: data, drafts, onDrafts: setDrafts };
          if (search !== '') return <FoundSettings {...form} search={search} pathTo={pathTo} />;
          return (
            <>
              {group !== undefined && (
                <Section title={texts[group]}>
                  <SettingsForm key={group} {...form} parts={settingParts(settings, group)} />
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
              {group === 'grouping' && (
                <GroupingPreview organization={organization} project={data.slug} drafts={drafts} />
              )}
              {group === 'general' && <RemoveProject organization={organization} project={data} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** True if a part of the settings has unsaved input. */
function hasUnsavedParts({ rules = {}, ...parts }: PartDrafts): boolean {
  return [...Object.values(rules), ...Object.values(parts)].some((draft) => draft !== undefined);
}

/** The settings of all sections that a search finds, and links to the sections of that name. */
function FoundSettings({
  search,
  pathTo,
  ...form
}: Omit<ComponentProps<typeof SettingsForm>, 'parts'> & {
  readonly search: string;
  readonly pathTo: (section: SectionName) => string;
}): ReactNode {
  const { projectSettingsPage: texts, settings } = useTexts(projectSettingsTexts);
  const parts = findSettings(settings, search).map((part) => ({
    ...part,
    title: `${texts[part.group]}: ${part.title}`,
  }));
  const sections = SECTION_NAMES.filter((one) => hasWords(texts[one], search));
  return (
    <Section title={texts.found(search)}>
      {sections.length > 0 && (
        <p className="row">
          {texts.foundParts}
          {sections.map((one) => (
            <Link key={one} to={pathTo(one)}>
              {texts[one]}
            </Link>
          ))}
        </p>
      )}
      {parts.length > 0 ? <SettingsForm {...form} parts={parts} /> : sections.length === 0 && <p>{texts.nothing}</p>}
    </Section>
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
        void navigate(pathOf(organization, 'projects'), { discards: true });
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
