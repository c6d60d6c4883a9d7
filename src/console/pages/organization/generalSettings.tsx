import type { ReactNode } from 'react';
import schema from 'virtual:schema/OrganizationUpdate';
import { Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { useToast } from '../../components/overlays';
import { Removal } from '../../components/removal';
import { Section } from '../../components/shell';
import { type DataOf, useAction, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { useNavigate } from '../../state/router';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';

const TEXTS = defineTexts({
  en: {
    title: 'Settings',
    readOnly: 'Managers and owners change these settings.',
    name: 'Name',
    slug: 'Slug',
    slugHelp: 'The name of the organization in addresses. Links with the former one stop working.',
    retentionDays: 'Days that events are kept',
    retentionDaysHelp:
      'Older ones are deleted, with issues that have no event left. 0 keeps them forever. Projects can differ.',
    retentionEvents: 'Events that a project keeps',
    retentionEventsHelp: 'Beyond this number, its oldest are deleted. 0 keeps all.',
    saved: 'The settings were saved.',
    remove: 'Remove the organization',
    removeHelp:
      'Removes the organization with its projects, teams, members, tokens, releases and uploaded files. You and all others are signed out. This cannot be undone.',
    removeOpen: 'Remove the organization…',
  },
  de: {
    title: 'Einstellungen',
    readOnly: 'Managers und Owners ändern diese Einstellungen.',
    name: 'Name',
    slug: 'Slug',
    slugHelp: 'Der Name der Organisation in Adressen. Links mit dem bisherigen funktionieren dann nicht mehr.',
    retentionDays: 'Tage, die Events aufbewahrt werden',
    retentionDaysHelp:
      'Ältere werden gelöscht, mit Issues, die kein Event mehr haben. 0 bewahrt sie für immer auf. Projekte können abweichen.',
    retentionEvents: 'Events, die ein Projekt aufbewahrt',
    retentionEventsHelp: 'Über diese Zahl hinaus werden die ältesten gelöscht. 0 bewahrt alle auf.',
    saved: 'Die Einstellungen wurden gespeichert.',
    remove: 'Organisation entfernen',
    removeHelp:
      'Entfernt die Organisation mit ihren Projekten, Teams, Mitgliedern, Tokens, Releases und hochgeladenen Dateien. Sie und alle anderen werden abgemeldet. Das lässt sich nicht rückgängig machen.',
    removeOpen: 'Organisation entfernen …',
  },
});

/** The name of an organization, and how long it keeps events. */
export function GeneralSettings({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(TEXTS);
  const organizationQuery = useOperation('getOrganization', { organization_slug: organization });
  const mayRemove = useMayDo('org:admin');
  return (
    <>
      <Section title={texts.title}>
        <Loaded query={organizationQuery}>{(data) => <SettingsForm key={data.slug} organization={data} />}</Loaded>
      </Section>
      {mayRemove && <OrganizationRemoval slug={organization} />}
    </>
  );
}

function OrganizationRemoval({ slug }: { readonly slug: string }): ReactNode {
  const texts = useTexts(TEXTS);
  const removal = useAction('removeOrganization');
  const remove = (): void => {
    removal.run({ organization_slug: slug }).then(
      // The session went with the member: the page begins anew, and asks to sign in.
      () => location.assign('/'),
      () => undefined,
    );
  };
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

function SettingsForm({ organization }: { readonly organization: DataOf<'getOrganization'> }): ReactNode {
  const texts = useTexts(TEXTS);
  const show = useToast();
  const navigate = useNavigate();
  const mayWrite = useMayDo('org:write', 'org:admin');
  const { slug, name, retentionDays, retentionEvents } = organization;
  const update = useAction('updateOrganization', ['getCurrentSession', 'getOrganization']);
  // With another slug, nothing is at the present address.
  const move = useAction('updateOrganization', ['getCurrentSession']);
  const field = (label: string, help?: string) => ({ label, help, required: true, readOnly: !mayWrite });
  return (
    <OperationForm
      layout="page"
      schema={schema}
      fields={{
        name: field(texts.name),
        slug: field(texts.slug, texts.slugHelp),
        retentionDays: field(texts.retentionDays, texts.retentionDaysHelp),
        retentionEvents: field(texts.retentionEvents, texts.retentionEventsHelp),
      }}
      values={{ name, slug, retentionDays: String(retentionDays), retentionEvents: String(retentionEvents) }}
      isReadOnly={!mayWrite}
      onSubmit={async (values) => {
        const days = Number(values.retentionDays);
        const body = { ...values, retentionDays: days, retentionEvents: Number(values.retentionEvents) };
        const { run } = values.slug === slug ? update : move;
        const saved = await run({ organization_slug: slug, body });
        show({ text: texts.saved });
        if (saved.slug !== slug) void navigate(pathOf(saved.slug, 'settings', 'general'));
      }}
    >
      {!mayWrite && <p className="muted">{texts.readOnly}</p>}
    </OperationForm>
  );
}
