import type { Translated } from '../../state/translated';
import type { en } from '../en/components';

/** The German texts of what several pages show. */
export const de: Translated<typeof en> = {
  charts: {
    table: 'Die Werte als Tabelle',
    time: 'Zeit',
    events: 'Ereignisse',
    help: 'Ein Balken führt zu dem, was er zählt; über mehrere ziehen wählt eine längere Zeit.',
  },
  controls: { copy: 'Kopieren', copied: 'Kopiert', command: 'Befehl', copyCommand: 'Befehl kopieren' },
  feedback: {
    loading: 'Wird geladen …',
    again: 'Erneut versuchen',
    unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung; was Sie sehen, kann veraltet sein.',
    replied: (status, reason) => `Der Dienst hat mit ${status} geantwortet: ${reason}`,
    repeated: 'Die Anfrage wird alle paar Sekunden wiederholt.',
    now: 'Jetzt wiederholen',
    forbidden: 'Ihre Rolle erlaubt das nicht.',
    notFound: 'Das gibt es nicht, oder nicht mehr.',
    unexpected:
      'Ein Teil dieser Seite ist fehlgeschlagen. Laden Sie sie neu; wenn es wieder geschieht, melden Sie bitte:',
  },
  fileFindings: {
    error: 'Fehler',
    warning: 'Warnung',
    places: (count) => `an ${count} Stellen`,
    unchecked: 'Eine frühere Version hat die Datei ungeprüft gespeichert.',
  },
  levels: { fatal: 'Fatal', error: 'Fehler', warning: 'Warnung', info: 'Info', debug: 'Debug' },
  notFoundPage: { title: 'Diese Seite gibt es nicht', issues: 'Zu den Issues' },
  operationForm: {
    save: 'Speichern',
    discard: 'Änderungen verwerfen',
    unsaved: (count) =>
      count === 1 ? '1 Änderung ist nicht gespeichert.' : `${count} Änderungen sind nicht gespeichert.`,
    unchanged: 'Nichts ist geändert.',
  },
  overlays: { cancel: 'Abbrechen', close: 'Schließen', messages: 'Meldungen' },
  pager: { pages: 'Seiten der Liste', previous: 'Vorherige', next: 'Nächste' },
  pickerFrame: { find: (label) => `In ${label} suchen`, nothing: 'Nichts heißt so.' },
  removal: { confirm: (name) => `Geben Sie zur Bestätigung ${name} ein` },
  schemaField: {
    count: 'Ereignisse',
    window: 'in so vielen Sekunden',
    none: 'keine',
  },
  shell: {
    skip: 'Zum Inhalt',
    navigation: 'Seiten',
    issues: 'Issues',
    feedback: 'Feedback',
    projects: 'Projekte',
    releases: 'Releases',
    alerts: 'Meldungen',
    monitors: 'Monitore',
    organization: 'Organisation',
    account: 'Ihr Konto',
    docs: 'Dokumentation der API',
    shortcuts: 'Tastenkürzel',
    theme: 'Farben',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
    signOut: 'Abmelden',
    ended: 'Ihre Sitzung ist zu Ende',
    endedHelp: 'Melden Sie sich wieder an, um fortzufahren. Was Sie eingegeben haben, ist noch da.',
    goTo: (page) => `Zu ${page}`,
  },
  unsavedInput: {
    title: 'Ohne Speichern verlassen?',
    help: 'Ihre Änderungen sind nicht gespeichert. Sie gehen verloren, wenn Sie die Seite verlassen.',
    leave: 'Ohne Speichern verlassen',
  },
};
