import type { ReactNode } from 'react';
import schema from 'virtual:schema/OrganizationUpdate';
import { Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { useToast } from '../../components/overlays';
import { linesOf } from '../../components/schemaValues';
import { Removal } from '../../components/removal';
import { Section } from '../../components/shell';
import { type DataOf, useAction, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { useNavigate } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { organizationTexts } from '../../texts/organization';
import { ROLE_NAMES, type RoleName } from './roles';

/** The name of an organization, and how long it keeps events. */
export function GeneralSettings({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(organizationTexts).generalSettings;
  const organizationQuery = useOperation('getOrganization', { organization_slug: organization });
  const provider = useOperation('getSignInOptions', {}).data?.openId?.name;
  const mayRemove = useMayDo('org:admin');
  return (
    <>
      <Section title={texts.title}>
        <Loaded query={organizationQuery}>{(data) => <SettingsForm key={data.slug} organization={data} />}</Loaded>
      </Section>
      <Section title={texts.factorTitle}>
        <Loaded query={organizationQuery}>{(data) => <FactorForm key={data.slug} organization={data} />}</Loaded>
      </Section>
      {provider !== undefined && (
        <Section title={texts.openIdTitle(provider)}>
          <Loaded query={organizationQuery}>
            {(data) => <OpenIdForm key={data.slug} organization={data} provider={provider} />}
          </Loaded>
        </Section>
      )}
      {mayRemove && <OrganizationRemoval slug={organization} />}
    </>
  );
}

function OrganizationRemoval({ slug }: { readonly slug: string }): ReactNode {
  const texts = useTexts(organizationTexts).generalSettings;
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

/** Whether members need a second factor. */
function FactorForm({ organization }: { readonly organization: DataOf<'getOrganization'> }): ReactNode {
  const texts = useTexts(organizationTexts).generalSettings;
  const show = useToast();
  const mayWrite = useMayDo('org:admin');
  const { slug, require2FA } = organization;
  const update = useAction('updateOrganization', ['getOrganization']);
  return (
    <OperationForm
      layout="page"
      subject={texts.factorTitle}
      schema={schema}
      fields={{ require2FA: { label: texts.require2FA, help: texts.require2FAHelp, disabled: !mayWrite } }}
      values={{ require2FA }}
      isReadOnly={!mayWrite}
      onSubmit={async (body) => {
        await update.run({ organization_slug: slug, body });
        show({ text: texts.saved });
      }}
    />
  );
}

/** Who joins by the OpenID provider, and with which role. */
function OpenIdForm({
  organization,
  provider,
}: {
  readonly organization: DataOf<'getOrganization'>;
  /** The name of the provider. */
  readonly provider: string;
}): ReactNode {
  const texts = useTexts(organizationTexts).generalSettings;
  const show = useToast();
  const mayWrite = useMayDo('org:write', 'org:admin');
  const { slug, openIdDomains, openIdRole, openIdRoleClaim, openIdRoles, requiresOpenId } = organization;
  const update = useAction('updateOrganization', ['getOrganization']);
  const field = (label: string, help: string) => ({ label, help, disabled: !mayWrite });
  return (
    <OperationForm
      layout="page"
      subject={texts.openIdTitle(provider)}
      schema={schema}
      fields={{
        openIdDomains: field(texts.openIdDomains, texts.openIdDomainsHelp),
        openIdRole: {
          ...field(texts.openIdRole, texts.openIdRoleHelp),
          options: Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label })),
        },
        openIdRoleClaim: field(texts.openIdRoleClaim, texts.openIdRoleClaimHelp),
        openIdRoles: field(texts.openIdRoles, texts.openIdRolesHelp),
        requiresOpenId: field(texts.requiresOpenId, texts.requiresOpenIdHelp),
      }}
      values={{
        openIdDomains: openIdDomains.join('\n'),
        openIdRole,
        openIdRoleClaim: openIdRoleClaim ?? '',
        openIdRoles: openIdRoles.map(({ value, role }) => `${value} = ${role}`).join('\n'),
        requiresOpenId,
      }}
      isReadOnly={!mayWrite}
      onSubmit={async (values) => {
        const body = {
          ...values,
          openIdDomains: linesOf(values.openIdDomains),
          openIdRoleClaim: values.openIdRoleClaim.trim() || null,
          openIdRoles: linesOf(values.openIdRoles).map(claimRole),
        };
        await update.run({ organization_slug: slug, body });
        show({ text: texts.saved });
      }}
    >
      {!mayWrite && <p className="muted">{texts.readOnly}</p>}
    </OperationForm>
  );
}

/** Reads a line such as `sre = admin`; values may contain the sign. The service refuses what is no role. */
function claimRole(line: string): { value: string; role: RoleName } {
  const end = line.lastIndexOf('=');
  return { value: line.slice(0, Math.max(end, 0)).trim(), role: line.slice(end + 1).trim() as RoleName };
}

function SettingsForm({ organization }: { readonly organization: DataOf<'getOrganization'> }): ReactNode {
  const texts = useTexts(organizationTexts).generalSettings;
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
      subject={texts.title}
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
