import type { ReactNode } from 'react';
import { LinkButton } from '../components/controls';
import { Page } from '../components/shell';
import { pathOf } from '../state/location';
import { useParams } from '../state/router';
import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';

/** Shown for addresses without a page. */
export default function NotFoundPage(): ReactNode {
  const texts = useTexts(componentsTexts).notFoundPage;
  const { organization = '' } = useParams();
  return (
    <Page title={texts.title}>
      <div>
        <LinkButton to={pathOf(organization, 'issues')}>{texts.issues}</LinkButton>
      </div>
    </Page>
  );
}
