import type { Translated } from '../../state/translated';
import type { en } from '../en/signIn';

/** The German texts of the page to sign in. */
export const de: Translated<typeof en> = {
  invitationForm: {
    invited: (organization, email) => `Sie sind zu ${organization} eingeladen, als ${email}. Wählen Sie ein Passwort.`,
    until: (time) => `Die Einladung gilt bis ${time}.`,
    password: 'Passwort',
    repeat: 'Dasselbe Passwort noch einmal',
    rules: 'Regeln für das Passwort',
    long: (characters) => `Mindestens ${characters} Zeichen`,
    same: 'In beiden Feldern dasselbe',
    met: (rule) => `${rule}: erfüllt`,
    unmet: (rule) => `${rule}: noch nicht`,
    accept: 'Passwort setzen und anmelden',
  },
  signInForm: {
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    organization: 'Organisation',
    organizationHelp: 'Diese Adresse ist Mitglied mehrerer Organisationen. Geben Sie den Slug einer davon an.',
    signIn: 'Anmelden',
    wrong: 'Die Adresse oder das Passwort ist falsch.',
    code: 'Code',
    codeHelp: 'Aus Ihrem Authenticator, oder ein Wiederherstellungscode.',
    onlyOpenId: 'Mitglieder dieser Organisation melden sich nur beim OpenID-Anbieter an.',
    with: (provider) => `Mit ${provider} anmelden`,
    forgotten:
      'Ohne Passwort: Bitten Sie eine Person mit Verwaltungsrechten um einen Link, oder führen Sie dies auf dem Server aus:',
  },
  signInPage: {
    title: 'Bei Culprit anmelden',
    invitation: 'Culprit beitreten',
    used: 'Dieser Link wurde schon verwendet. Melden Sie sich mit Ihrem Passwort an, oder bitten Sie einen Manager Ihrer Organisation um einen neuen Link.',
    expired: 'Dieser Link ist abgelaufen. Bitten Sie einen Manager Ihrer Organisation um einen neuen.',
    revoked: 'Dieser Link wurde widerrufen. Bitten Sie einen Manager Ihrer Organisation um einen neuen.',
    replaced: 'Eine neuere Einladung hat diese ersetzt. Öffnen Sie den Link der neuesten.',
    unknown:
      'Dieser Link ist unbekannt oder längst beendet. Bitten Sie einen Manager Ihrer Organisation um einen neuen.',
    replace: (present) => `Dieser Link ist für jemand anderen. Sie sind als ${present} angemeldet.`,
    risk: 'Was Sie danach eingeben, gehört dieser Person. Fahren Sie nur fort, wenn Sie wissen, von wem der Link ist.',
    stay: 'Angemeldet bleiben',
    leave: 'Mit dem Link anmelden',
  },
};
