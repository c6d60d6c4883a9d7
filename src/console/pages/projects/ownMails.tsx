import type { ReactNode } from 'react';
import { CheckField } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { TimeAgo } from '../../components/time';
import { useAction, useOperation } from '../../state/api';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectSettingsTexts } from '../../texts/projectSettings';
import type { SettingsPartProps } from './partDrafts';

/** The setting for mails about a project without any rule, and the results of these mails. */
export function OwnMails({ organization, project }: Pick<SettingsPartProps, 'organization' | 'project'>): ReactNode {
  const texts = useTexts(projectSettingsTexts).ownMails;
  const mayRead = useMayDo('alerts:read', 'alerts:write');
  const mayWrite = useMayDo('alerts:write');
  const path = { organization_slug: organization, project_slug: project.slug };
  const settings = useOperation('getAlertSettings', mayRead ? path : null);
  const update = useAction('updateAlertSettings', ['getAlertSettings']);
  if (!mayRead) return null;
  return (
    <Section title={texts.title}>
      {update.error !== null && <ErrorNotice error={update.error} />}
      <Loaded query={settings} lines={2}>
        {({ mail, status, email, error, lastSent }) => (
          <>
            <CheckField
              label={texts.mail(email)}
              help={status === 'failing' ? texts.failing(error ?? '') : texts[status]}
              disabled={!mayWrite || update.isPending}
              checked={mail}
              onChange={({ currentTarget: { checked } }) =>
                void update.run({ ...path, body: { mail: checked } }).catch(() => undefined)
              }
            />
            {lastSent !== null && (
              <p className="muted small">
                {texts.last} <TimeAgo time={lastSent} />
              </p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
