import type { Translated } from '../../state/translated';
import type { en } from '../en/feedback';

/** The texts of `feedbackTexts` in German. */
export const de: Translated<typeof en> = {
  feedbackTab: {
    title: 'Feedback von Nutzern',
    none: 'Zu diesem Fehler hat noch niemand geschrieben.',
  },
  feedbackPage: {
    title: 'Feedback von Nutzern',
    folders: 'Ordner',
    inbox: 'Eingang',
    resolved: 'Gelöst',
    spam: 'Spam',
    search: 'Feedback suchen',
    searchHelp: 'Wörter, oder Begriffe wie user.email:ada@example.com',
    find: 'Suchen',
    none: 'Hier ist kein Feedback',
    noneHelp: 'Was Menschen im Feedback-Widget eines SDK oder im Formular einer Fehlerseite schreiben, erscheint hier.',
    choose: 'Wählen Sie ein Feedback, um es zu lesen.',
    anonymous: 'Anonym',
    linked: 'zu einem Fehler',
    list: 'Feedback',
    back: 'Alles Feedback',
    resolve: 'Lösen',
    reopen: 'Wieder öffnen',
    markSpam: 'Spam',
    noSpam: 'Kein Spam',
    assign: 'Zuweisen',
    isResolved: 'Feedback gelöst',
    isReopened: 'Feedback wieder geöffnet',
    isSpam: 'Feedback ist Spam',
    isNoSpam: 'Feedback ist kein Spam',
    assigned: (name) => `Feedback an ${name} zugewiesen`,
    unassigned: 'Feedback niemandem zugewiesen',
    assignedTo: (name) => `${name} zugewiesen`,
    error: 'Fehler',
    openError: 'Fehler öffnen',
    details: 'Alle Einzelheiten',
    project: 'Projekt',
    answer: (name) => `An ${name} schreiben`,
  },
};
