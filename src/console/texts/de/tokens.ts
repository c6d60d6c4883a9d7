import type { Translated } from '../../state/translated';
import type { en } from '../en/tokens';

/** The German texts of tokens, on the pages of an organization and of an account. */
export const de: Translated<typeof en> = {
  shownOnce: { done: 'Fertig' },
  tokenForm: {
    create: 'Token erzeugen',
    name: 'Name',
    nameHelp: 'Wo es verwendet wird, etwa „Deployment“.',
    scopes: 'Scopes',
    noScopes: 'Wählen Sie mindestens einen Scope.',
    lifetime: 'Gültig für',
    '30': '30 Tage',
    '90': '90 Tage',
    '365': 'ein Jahr',
    never: 'unbegrenzt',
  },
  tokenTable: {
    name: 'Name',
    scopes: 'Scopes',
    neverExpires: 'nie',
    scopeCount: (count) => `${count} Scopes`,
    unnamed: 'ohne Namen',
    tokens: 'Tokens',
    created: 'Erzeugt',
    used: 'Zuletzt verwendet',
    expires: 'Läuft ab',
    notUsed: 'nie',
    actions: 'Aktionen',
    revoke: 'Widerrufen',
    revokeOf: (name) => `${name} widerrufen`,
    revokeTitle: (name) => `Das Token „${name}“ widerrufen?`,
    revokeText:
      'Programme, die es verwenden, werden sofort abgewiesen. Das kann nicht rückgängig gemacht werden; erzeugen Sie an seiner Stelle ein neues.',
    none: 'Noch kein Token',
    noneHelp: 'Mit einem Token rufen Programme die API ohne eine Person auf. Es hat nur die Scopes, die Sie wählen.',
    rename: 'Umbenennen …',
    renameOf: (name) => `${name} umbenennen`,
    renameText: 'Programme, die es verwenden, merken nichts davon. Seine Scopes und sein Ende ändern sich nie.',
  },
  tokens: {
    organizationTokens: 'Tokens der Organisation',
    organizationHelp:
      'Für Continuous Integration und andere Programme: Sie gehören keinem Mitglied und bleiben, wenn das Mitglied entfernt wird, das sie erzeugt hat.',
    ownTokens: 'Ihre Tokens',
    ownHelp: 'Für Ihre Kommandozeilenprogramme und Skripte. Sie dürfen höchstens, was Ihre Rolle erlaubt.',
    create: 'Token erzeugen',
    shown: 'Ihr neues Token',
    shownText: 'Es wird nur dieses Mal gezeigt. Bewahren Sie es dort auf, wo das Programm seine Geheimnisse liest.',
    copy: 'Token kopieren',
    forbidden: 'Manager und Owner sehen und erzeugen die Tokens der Organisation.',
  },
};
