import type { ReactNode } from 'react';
import schema from 'virtual:schema/PasswordUpdate';
import { Button, SelectField } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { useToast } from '../../components/overlays';
import { Page, Section } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { TimeAgo, useFormat, useNow } from '../../components/time';
import { type DataOf, useAction, useOperation } from '../../state/api';
import { LOCALES, usePreferences } from '../../state/preferences';
import { useSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { accountTexts } from '../../texts/account';
import { ROLE_NAMES } from '../organization/roles';
import { OwnTokens } from '../organization/tokens';
import styles from './accountPage.module.css';
import { browserNameOf } from './browserName';
import { SecondFactor } from './secondFactor';

const THEME_NAMES = ['system', 'light', 'dark'] as const;
const ZONE_NAMES = ['local', 'utc'] as const;

/** The settings that members choose for themselves: preferences, password, sessions and tokens. */
export default function AccountPage(): ReactNode {
  const texts = useTexts(accountTexts).accountPage;
  const { member } = useSession();
  return (
    <Page title={texts.title}>
      <p className="muted">
        {member.email}, {ROLE_NAMES[member.role]}
      </p>
      <PreferenceFields />
      <PasswordForm />
      <SecondFactor />
      <Sessions />
      <OwnTokens />
    </Page>
  );
}

function PreferenceFields(): ReactNode {
  const texts = useTexts(accountTexts).accountPage;
  const format = useFormat();
  const now = useNow();
  const { preferences, change } = usePreferences();
  return (
    <Section title={texts.preferences}>
      <div className={styles.preferences}>
        <SelectField
          label={texts.theme}
          value={preferences.theme}
          options={THEME_NAMES.map((value) => ({ value, label: texts[value] }))}
          onChange={(theme) => change({ theme })}
        />
        <SelectField
          label={texts.language}
          value={preferences.locale ?? 'browser'}
          options={(['browser', ...LOCALES] as const).map((value) => ({ value, label: texts[value] }))}
          onChange={(locale) => change({ locale: locale === 'browser' ? null : locale })}
        />
        <SelectField
          label={texts.timeZone}
          help={texts.now(format.dateTime(now))}
          value={preferences.timeZone}
          options={ZONE_NAMES.map((value) => ({ value, label: texts[value] }))}
          onChange={(timeZone) => change({ timeZone })}
        />
      </div>
    </Section>
  );
}

function PasswordForm(): ReactNode {
  const texts = useTexts(accountTexts).accountPage;
  const show = useToast();
  const { member } = useSession();
  const update = useAction('updatePassword', ['listSessions', 'getCurrentSession']);
  const present = { label: texts.current, type: 'password', autoComplete: 'current-password' };
  return (
    <Section title={texts.password}>
      <OperationForm
        layout="page"
        kind="normal"
        schema={schema}
        fields={{
          currentPassword: member.hasPassword ? present : undefined,
          password: { label: texts.fresh, help: texts.rules, type: 'password', autoComplete: 'new-password' },
        }}
        values={{ currentPassword: '', password: '' }}
        action={texts.set}
        isCleared
        onSubmit={async ({ currentPassword, password }) => {
          // A session that was begun with a link for it may leave the present password out for a while.
          await update.run({ body: { password, ...(currentPassword !== '' && { currentPassword }) } });
          show({ text: texts.changed });
        }}
      >
        <input type="hidden" name="username" autoComplete="username" value={member.email} readOnly />
      </OperationForm>
    </Section>
  );
}

function Sessions(): ReactNode {
  const texts = useTexts(accountTexts).accountPage;
  const sessions = useOperation('listSessions', {});
  const remove = useAction('removeSession', ['listSessions']);
  const nameOf = (userAgent: string): string => {
    const name = browserNameOf(userAgent);
    if (name === null) return userAgent || texts.unknown;
    return name.system === null ? name.browser : texts.browserOn(name.browser, name.system);
  };
  const columns: readonly TableColumn<DataOf<'listSessions'>[number]>[] = [
    {
      heading: texts.program,
      cell: ({ userAgent, isCurrent }) => (
        <>
          <span title={userAgent}>{nameOf(userAgent)}</span> {isCurrent && <span className="badge">{texts.here}</span>}
        </>
      ),
    },
    { heading: texts.begun, cell: ({ dateCreated }) => <TimeAgo time={dateCreated} /> },
    { heading: texts.used, cell: ({ lastUsed }) => <TimeAgo time={lastUsed} /> },
    {
      heading: texts.actions,
      kind: 'actions',
      cell: ({ id, userAgent, isCurrent }) =>
        isCurrent ? null : (
          <Button
            size="small"
            aria-label={texts.endOf(nameOf(userAgent))}
            isPending={remove.isPending}
            onClick={() => void remove.run({ session_id: id }).catch(() => undefined)}
          >
            {texts.end}
          </Button>
        ),
    },
  ];
  return (
    <Section title={texts.sessions}>
      <p className="muted">{texts.sessionsHelp}</p>
      {remove.error !== null && <ErrorNotice error={remove.error} />}
      <Loaded query={sessions}>
        {(records) => <DataTable label={texts.sessions} columns={columns} rows={records} keyOf={({ id }) => id} />}
      </Loaded>
    </Section>
  );
}
