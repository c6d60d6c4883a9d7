import type { Translated } from '../../state/translated';
import type { en } from '../en/account';

/** The German texts of the account page and the page that confirms an address. */
export const de: Translated<typeof en> = {
  accountPage: {
    title: 'Ihr Konto',
    preferences: 'Einstellungen dieses Browsers',
    theme: 'Farben',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache',
    browser: 'Wie der Browser',
    en: 'English',
    de: 'Deutsch',
    timeZone: 'Zeiten',
    local: 'In der Zeitzone des Browsers',
    utc: 'In UTC',
    now: (time) => `Es ist ${time}.`,
    password: 'Passwort',
    current: 'Bisheriges Passwort',
    fresh: 'Neues Passwort',
    rules: 'Mindestens 12 Zeichen. Alle Ihre anderen Sitzungen enden.',
    set: 'Passwort setzen',
    changed: 'Das Passwort wurde geändert.',
    sessions: 'Sitzungen',
    sessionsHelp: 'Die Browser, in denen Sie angemeldet sind.',
    program: 'Browser',
    begun: 'Begonnen',
    used: 'Zuletzt verwendet',
    here: 'diese',
    unknown: 'unbekanntes Programm',
    browserOn: (browser, system) => `${browser} unter ${system}`,
    end: 'Beenden',
    endOf: (program) => `Die Sitzung in ${program} beenden`,
    actions: 'Aktionen',
  },
  confirmAddressPage: {
    title: 'Meldungen per Mail',
    question: (organization) =>
      `Die Organisation ${organization} möchte Meldungen über Fehler an diese Adresse senden:`,
    otherwise:
      'Ohne Ihre Bestätigung wird nichts gesendet. Wenn Sie die Mails nicht wollen, schließen Sie diese Seite.',
    confirm: 'Adresse bestätigen',
    confirmed: (organization) => `Die Adresse ist bestätigt: Alarmregeln von ${organization} senden Mails an sie.`,
    unknown: 'Der Link ist ungültig: Er ist unvollständig, älter als 30 Tage, oder eine neuere Mail hat ihn ersetzt.',
    next: 'Öffnen Sie den Link der neuesten Mail, oder bitten Sie die Organisation, ihre Alarmregel zu testen: Dabei wird eine gesendet.',
  },
};
