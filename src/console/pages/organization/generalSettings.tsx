import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, TextField } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
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
    save: 'Save',
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
    save: 'Speichern',
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
  const [values, setValues] = useState({
    name: organization.name,
    slug: organization.slug,
    retentionDays: String(organization.retentionDays),
    retentionEvents: String(organization.retentionEvents),
  });
  // With another slug, nothing is at the present address.
  const update = useAction('updateOrganization', [
    'getCurrentSession',
    ...(values.slug === organization.slug ? (['getOrganization'] as const) : []),
  ]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { name, slug, retentionDays, retentionEvents } = values;
    const body = { name, slug, retentionDays: Number(retentionDays), retentionEvents: Number(retentionEvents) };
    update.run({ organization_slug: organization.slug, body }).then(
      (saved) => {
        show({ text: texts.saved });
        if (saved.slug !== organization.slug) void navigate(pathOf(saved.slug, 'settings', 'general'));
      },
      () => undefined,
    );
  };
  const { error } = update;
  const field = (name: keyof typeof values, help?: string): ReactNode => (
    <TextField
      label={texts[name]}
      help={help}
      required
      readOnly={!mayWrite}
      value={values[name]}
      errors={error?.fields[name]}
      {...(name.startsWith('retention') && { type: 'number', min: 0 })}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form className="stack" onSubmit={submit}>
      {!mayWrite && <p className="muted">{texts.readOnly}</p>}
      {field('name')}
      {field('slug', texts.slugHelp)}
      {field('retentionDays', texts.retentionDaysHelp)}
      {field('retentionEvents', texts.retentionEventsHelp)}
      {error !== null && Object.keys(error.fields).length === 0 && <ErrorNotice error={error} />}
      {mayWrite && (
        <div>
          <Button type="submit" kind="primary" disabled={update.isPending}>
            {texts.save}
          </Button>
        </div>
      )}
    </form>
  );
}
