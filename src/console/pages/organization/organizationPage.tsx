import type { ReactNode } from 'react';
import { Page, PageTabs } from '../../components/shell';
import { pathOf } from '../../state/location';
import { useParams } from '../../state/router';
import { useSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { organizationTexts } from '../../texts/organization';
import NotFoundPage from '../notFoundPage';
import { AuditLog } from './auditLog';
import { Erasures } from './erasures';
import { GeneralSettings } from './generalSettings';
import { Imports } from './imports';
import { Members } from './members';
import { Teams } from './teams';
import { Tickets } from './tickets';
import { OrganizationTokens } from './tokens';

/** Members, teams, tokens, tickets, audit log, imports, erasures and settings of an organization. */
export default function OrganizationPage(): ReactNode {
  const texts = useTexts(organizationTexts).organizationPage;
  const { organization = '', section = 'members' } = useParams();
  const { organization: own } = useSession();
  const sections = [
    { name: 'members', text: texts.members, content: <Members organization={organization} /> },
    { name: 'teams', text: texts.teams, content: <Teams organization={organization} /> },
    { name: 'tokens', text: texts.tokens, content: <OrganizationTokens organization={organization} /> },
    { name: 'tickets', text: texts.tickets, content: <Tickets organization={organization} /> },
    { name: 'audit-log', text: texts.auditLog, content: <AuditLog organization={organization} /> },
    { name: 'import', text: texts.import, content: <Imports organization={organization} /> },
    { name: 'erasures', text: texts.erasures, content: <Erasures organization={organization} /> },
    { name: 'general', text: texts.general, content: <GeneralSettings organization={organization} /> },
  ];
  const openSection = sections.find(({ name }) => name === section);
  if (openSection === undefined) return <NotFoundPage />;
  const tabs = sections.map(({ name, text }) => ({
    to: name === 'members' ? pathOf(organization, 'settings') : pathOf(organization, 'settings', name),
    text,
  }));
  return (
    <Page title={`${own.name}: ${openSection.text}`} heading={own.name}>
      <PageTabs label={texts.sections} tabs={tabs} />
      {openSection.content}
    </Page>
  );
}
