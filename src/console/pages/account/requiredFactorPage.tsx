import type { ReactNode } from 'react';
import { Button } from '../../components/controls';
import { useSession, useSessionActions } from '../../state/session';
import { useTexts } from '../../state/texts';
import { accountTexts } from '../../texts/account';
import { SecondFactor } from './secondFactor';

/** Stands in for all pages of a member who must set a second factor up. */
export default function RequiredFactorPage(): ReactNode {
  const texts = useTexts(accountTexts).requiredFactorPage;
  const { member, organization } = useSession();
  const { end } = useSessionActions();
  return (
    <main className="centered">
      <div className="stack" style={{ width: 'min(28rem, 100%)' }}>
        <h1>{texts.title(organization.name)}</h1>
        <p className="muted">{texts.help(member.email)}</p>
        <SecondFactor />
        <Button onClick={() => void end()}>{texts.signOut}</Button>
      </div>
    </main>
  );
}
