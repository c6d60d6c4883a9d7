import type { ReactNode } from 'react';
import { LinkButton } from '../components/controls';
import { Page } from '../components/shell';
import { pathOf } from '../state/location';
import { useParams } from '../state/router';
import { defineTexts, useTexts } from '../state/texts';

const TEXTS = defineTexts({
  en: { title: 'There is no such page', issues: 'To the issues' },
  de: { title: 'Diese Seite gibt es nicht', issues: 'Zu den Issues' },
});

/** Shown for addresses without a page. */
export default function NotFoundPage(): ReactNode {
  const texts = useTexts(TEXTS);
  const { organization = '' } = useParams();
  return (
    <Page title={texts.title}>
      <div>
        <LinkButton to={pathOf(organization, 'issues')}>{texts.issues}</LinkButton>
      </div>
    </Page>
  );
}
