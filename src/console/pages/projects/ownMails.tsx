import type { ReactNode } from 'react';
import { CheckField } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { TimeAgo } from '../../components/time';
import { useAction, useOperation } from '../../state/api';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import type { SettingsPartProps } from './partDrafts';

const TEXTS = defineTexts({
  en: {
    title: 'Mails to you',
    mail: (email: string) => `Send mails about new issues and regressions of this project to ${email}`,
    active: 'They are sent.',
    failing: (reason: string) => `The last one could not be sent: ${reason}`,
    disabled: 'Only alert rules that name you still send some.',
    notMember: 'None are sent, because you are in none of the teams of the project.',
    notConfigured: 'None are sent, because this service has no mail server.',
    last: 'The last one was sent',
  },
  de: {
    title: 'Mails an Sie',
    mail: (email) => `Mails über neue Issues und Regressionen dieses Projekts an ${email} senden`,
    active: 'Sie werden gesendet.',
    failing: (reason) => `Die letzte konnte nicht gesendet werden: ${reason}`,
    disabled: 'Nur Alarmregeln, die Sie nennen, senden noch welche.',
    notMember: 'Es werden keine gesendet, weil Sie in keinem Team des Projekts sind.',
    notConfigured: 'Es werden keine gesendet, weil dieser Dienst keinen Mailserver hat.',
    last: 'Die letzte wurde gesendet:',
  },
});

/** The setting for mails about a project without any rule, and the results of these mails. */
export function OwnMails({ organization, project }: Pick<SettingsPartProps, 'organization' | 'project'>): ReactNode {
  const texts = useTexts(TEXTS);
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
