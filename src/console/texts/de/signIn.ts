import type { Translated } from '../../state/translated';
import type { en } from '../en/signIn';

/** The German texts of the page to sign in. */
export const de: Translated<typeof en> = {
  signInForm: {
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    organization: 'Organisation',
    organizationHelp: 'Diese Adresse ist Mitglied mehrerer Organisationen. Geben Sie den Slug einer davon an.',
    signIn: 'Anmelden',
    wrong: 'Die Adresse oder das Passwort ist falsch.',
    with: (provider) => `Mit ${provider} anmelden`,
    forgotten:
      'Ohne Passwort: Bitten Sie eine Person mit Verwaltungsrechten um einen Link, oder führen Sie dies auf dem Server aus:',
  },
  signInPage: {
    title: 'Bei Culprit anmelden',
    replace: (present) => `Dieser Link ist für jemand anderen. Sie sind als ${present} angemeldet.`,
    risk: 'Was Sie danach eingeben, gehört dieser Person. Fahren Sie nur fort, wenn Sie wissen, von wem der Link ist.',
    stay: 'Angemeldet bleiben',
    leave: 'Mit dem Link anmelden',
  },
};
