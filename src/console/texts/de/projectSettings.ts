import type { Translated } from '../../state/translated';
import type { en } from '../en/projectSettings';

/** The German texts of the settings of a project. */
export const de: Translated<typeof en> = {
  keySettings: {
    title: 'DSN-Schlüssel',
    help: 'Programme senden ihre Ereignisse mit der DSN eines Schlüssels. Mehrere Schlüssel lassen sich getrennt begrenzen und abschalten.',
    readOnly: 'Um Schlüssel zu ändern, braucht eine Rolle project:write.',
    create: 'Neuer Schlüssel',
    edit: (name) => `${name} bearbeiten`,
    name: 'Name',
    active: 'Ereignisse mit diesem Schlüssel werden angenommen',
    disabled: 'abgeschaltet',
    limit: 'Höchstens Ereignisse',
    window: 'in so vielen Sekunden',
    limitHelp: 'Leer für kein eigenes Limit.',
    limited: (count, window) => `Höchstens ${count} Ereignisse in ${window} Sekunden.`,
    created: (date) => `Seit ${date}.`,
    change: 'Bearbeiten',
    rotate: 'Erneuern',
    rotateTitle: (name) => `${name} erneuern`,
    rotateHelp:
      'Der Schlüssel erhält eine neue DSN. Ereignisse mit der jetzigen werden sofort abgelehnt: Programme brauchen die neue.',
    rotated: 'Der Schlüssel hat eine neue DSN.',
    remove: 'Entfernen',
    removeTitle: (name) => `${name} entfernen`,
    removeHelp: 'Ereignisse mit dieser DSN werden sofort abgelehnt. Der Schlüssel lässt sich nicht zurückholen.',
    removed: 'Der Schlüssel ist entfernt.',
  },
  groupingPreview: {
    title: 'Was sich ändern würde',
    begin: 'Vorschau',
    help: 'Gruppiert die neuesten 10.000 Ereignisse nach dem, was oben steht, auch bevor Sie es speichern. Nichts wird geändert.',
    outdated: 'Die Regeln oben wurden seitdem geändert.',
    running: (events) => `${events} Ereignisse sind bisher gruppiert.`,
    counts: ({ events, stay, split, join }) => `Von ${events}: ${stay}, ${split}, ${join}.`,
    events: (count, formatted) => (count === 1 ? '1 Ereignis' : `${formatted} Ereignisse`),
    stay: (count, formatted) => (count === 1 ? '1 Issue bliebe gleich' : `${formatted} Issues blieben gleich`),
    split: (count, formatted) => (count === 1 ? '1 würde geteilt' : `${formatted} würden geteilt`),
    join: (count, formatted) => (count === 1 ? '1 käme zu anderen' : `${formatted} kämen zu anderen`),
    issue: 'Issue',
    outcome: 'Es würde',
    outcomes: { split: 'geteilt', join: 'zu anderen kommen' },
    parts: 'Seine Ereignisse',
    with: (issues) => `mit ${issues}`,
    apply: 'Anwenden',
    applyHelp: 'Speichert diese Einstellungen und gruppiert die gespeicherten Ereignisse neu.',
    applyTitle: 'Diese Einstellungen anwenden?',
    applyText: (events) =>
      `Die Einstellungen werden gespeichert, und die neuesten ${events} Ereignisse kommen in die Issues, in die sie danach gehören. Issues, die zusammenkommen, werden eines. Innerhalb von 24 Stunden lässt sich alles rückgängig machen.`,
    applying: (events, moved) => `${events} Ereignisse sind bisher gelesen, ${moved} verschoben.`,
    applied: ({ events, split, joined }) => `Die Einstellungen sind angewendet: ${events}, ${split}, ${joined}.`,
    moved: (count, formatted) => (count === 1 ? '1 Ereignis verschoben' : `${formatted} Ereignisse verschoben`),
    wasSplit: (count, formatted) => (count === 1 ? '1 Issue geteilt' : `${formatted} Issues geteilt`),
    hasJoined: (count, formatted) => (count === 1 ? '1 kam zu einem anderen' : `${formatted} kamen zu anderen`),
    older: (events) => `Ältere Ereignisse als die neuesten ${events} bleiben, wo sie sind.`,
    skipped: (count, formatted) =>
      count === 1
        ? '1 Issue ist zu groß oder wurde inzwischen geändert und bleibt, wie es ist.'
        : `${formatted} Issues sind zu groß oder wurden inzwischen geändert und bleiben, wie sie sind.`,
    undo: 'Rückgängig',
    undoTitle: 'Die Anwendung rückgängig machen?',
    undoText:
      'Die Ereignisse kehren in ihre früheren Issues zurück. Die früheren Einstellungen gelten wieder, wenn sie seitdem nicht geändert wurden.',
    undoing: 'Die Ereignisse kehren in ihre früheren Issues zurück.',
    undone: 'Die Ereignisse sind wieder in ihren früheren Issues.',
  },
  latestOwners: {
    title: 'Wem die letzten Ereignisse gehören',
    help: 'Was die gespeicherten Regeln zu den zuletzt angekommenen Ereignissen sagen, auch wenn sie keine Issues zuweisen.',
    none: 'Das Projekt hat noch kein Ereignis. Sobald es eines hat, sehen Sie hier, welche Regel über jedes entscheidet.',
    event: 'Ereignis',
    owners: 'Zuständig',
    rule: 'Regel, die entscheidet',
    nobody: 'niemand',
    line: (number) => `Zeile ${number}`,
  },
  ownMails: {
    title: 'Mails an Sie',
    mail: (email) => `Mails über neue Issues und Regressionen dieses Projekts an ${email} senden`,
    active: 'Sie werden gesendet.',
    failing: (reason) => `Die letzte konnte nicht gesendet werden: ${reason}`,
    disabled: 'Nur Alarmregeln, die Sie nennen, senden noch welche.',
    notMember: 'Es werden keine gesendet, weil Sie in keinem Team des Projekts sind.',
    notConfigured: 'Es werden keine gesendet, weil dieser Dienst keinen Mailserver hat.',
    last: 'Die letzte wurde gesendet:',
  },
  ownershipSettings: {
    title: 'Zuständigkeit',
    help: 'Regeln sagen, welchem Mitglied oder Team Fehler gehören. Sie weisen jedes neue Issue zu, wenn sein erstes Ereignis ankommt; bestehende Issues bleiben, wem sie zugewiesen sind.',
    readOnly: 'Sie können diese Regeln lesen. Um sie zu ändern, braucht eine Rolle project:write.',
    rules: 'Regeln',
    rulesHelp: 'Eine je Zeile. Leere Zeilen und solche, die mit # beginnen, tun nichts.',
    assigns: 'Die Regeln weisen neue Issues zu',
    assignsHelp: 'Sonst sagen sie nur, wem ein Ereignis gehört, und ein Issue wird von Hand zugewiesen.',
    fallthrough: 'Meldungen zu Issues von niemandem gehen an die Teams des Projekts',
    fallthroughHelp:
      'Sonst erhält niemand die Meldungen, die für den Zuständigen eines Issues sind, solange es keinen hat.',
    saved: 'Die Regeln sind gespeichert.',
    changed: 'Zuletzt geändert',
    wrong: 'Nichts ist gespeichert. Diese Zeilen sind falsch:',
    line: (number) => `Zeile ${number}`,
    goTo: (number) => `Zu Zeile ${number} gehen`,
    howTitle: 'Wie eine Regel geschrieben wird',
    how: 'Eine Regel ist eine Zeile: eine Art, ein Muster und ein oder mehrere Zuständige. Zuständig ist die E-Mail-Adresse eines Mitglieds oder # und der Slug eines Teams. Die letzte Regel, die passt, entscheidet: Allgemeine Regeln stehen zuerst, besondere darunter.',
    pasteTitle: 'CODEOWNERS',
    paste:
      'Fügen Sie den Text einer CODEOWNERS-Datei ein, allein oder zwischen Regeln: Ihre Zeilen haben keine Art. @acme/backend ist das Team backend, gleich in welcher Organisation; ein Nutzer wie @ann ist ein Fehler, schreiben Sie die E-Mail-Adresse. Ein Befehl auf dem Server des Dienstes speichert die Datei eines Repositorys, wie sie ist:',
    path: 'Dateien der Frames der Anwendung; * passt auf keinen Schrägstrich, ** schon',
    url: 'die URL der Anfrage, ohne ihre Query',
    module: 'Module der Frames der Anwendung',
    tag: 'die Werte eines Tags, auch environment, level und release',
    codeowners: 'eine Zeile einer CODEOWNERS-Datei',
    insert: 'Einfügen',
    insertRule: (rule) => `${rule} einfügen`,
  },
  projectSettingsPage: {
    title: (name) => `Einstellungen von ${name}`,
    sections: 'Teile der Einstellungen',
    back: 'Zum Projekt',
    find: 'Einstellung finden',
    found: (text) => `Einstellungen zu „${text}“`,
    foundParts: 'Teile:',
    nothing: 'Keine Einstellung sagt das. Versuchen Sie ein anderes Wort.',
    general: 'Allgemein',
    mail: 'Mails',
    grouping: 'Gruppierung',
    privacy: 'Datenschutz',
    filters: 'Filter',
    source: 'Quelltext',
    alerts: 'Alarmregeln',
    webhook: 'Webhook',
    ownership: 'Zuständigkeit',
    teams: 'Teams',
    keys: 'DSN-Schlüssel',
    remove: 'Projekt entfernen',
    removeHelp:
      'Entfernt das Projekt mit seinen Issues, Ereignissen und Schlüsseln. Das lässt sich nicht rückgängig machen.',
    removeForbidden: 'Um das Projekt zu entfernen, braucht eine Rolle project:admin.',
    removeOpen: 'Projekt entfernen …',
    removed: (name) => `${name} ist entfernt.`,
  },
  settings: {
    general: {
      identity: {
        title: 'Das Projekt benennen',
        fields: {
          name: { label: 'Name', help: 'Seiten und Meldungen zeigen ihn.' },
          slug: {
            label: 'Name in Adressen',
            help: 'Teil der Adressen der Seiten des Projekts. Alte Adressen führen hierher, bis ein anderes Projekt den Namen erhält.',
          },
          platform: {
            label: 'Plattform',
            help: 'Sprache oder Framework des Programms. Die Anleitung zum Einrichten gilt dafür.',
          },
          defaultEnvironment: {
            label: 'Vorgegebene Umgebung',
            help: 'Umgebung von Ereignissen, die keine nennen. Leer für keine.',
          },
          isBookmarked: { label: 'Mit Ihrem Stern', help: 'Nur Sie sehen Ihren Stern.' },
        },
      },
      volume: {
        title: 'Begrenzen, wie viel ankommt',
        fields: {
          rateLimit: {
            label: 'Ratenbegrenzung',
            help: 'Weitere Ereignisse werden abgelehnt, bis die Zeit um ist. Beide leer für kein Limit.',
          },
          'quotas:spike-protection-disabled': {
            label: 'Schutz vor Spitzen abschalten',
            help: 'Der Schutz vor Spitzen lehnt Ereignisse ab, solange weit mehr als sonst ankommen.',
          },
        },
      },
      storage: {
        title: 'Aufbewahren und aufräumen',
        fields: {
          resolveAge: {
            label: 'Issues nach Stunden ohne Ereignis lösen',
            help: 'Ein Issue, das so lange kein neues Ereignis hat, wird gelöst. 0 lässt alle offen.',
          },
          retentionDays: {
            label: 'Tage, die Ereignisse bleiben',
            help: 'Ältere Ereignisse werden gelöscht, mit dem letzten auch ihr Issue. 0 behält sie für immer; leer gilt die Einstellung der Organisation.',
          },
          retentionEvents: {
            label: 'Anzahl der Ereignisse, die bleiben',
            help: 'Über diese Anzahl hinaus werden die ältesten Ereignisse gelöscht. 0 behält alle; leer gilt die Einstellung der Organisation.',
          },
        },
      },
      verdicts: {
        title: 'Releases beurteilen',
        fields: {
          verdictMaxNewIssues: {
            label: 'Neue Issues eines guten Releases',
            help: 'Ein Release mit mehr neuen Issues der Stufe Fehler oder Fatal ist schlecht.',
          },
          verdictMaxRegressions: {
            label: 'Regressionen eines guten Releases',
            help: 'Ein Release mit mehr Regressionen ist schlecht.',
          },
          verdictMaxEscalations: {
            label: 'Zunehmende Issues eines guten Releases',
            help: 'Ein Release, in dem mehr Issues zunehmen, ist schlecht.',
          },
          verdictMaxIncrease: {
            label: 'Zunahme der Fehler in Prozent',
            help: 'Ein Release, dessen Fehlerrate um mehr als so viel über der davor liegt, ist schlecht. Die Rate gilt je Sitzung, ohne Sitzungen je Stunde.',
          },
          verdictLowRate: {
            label: 'Geringe Fehlerrate',
            help: 'Eine Rate bis hierher ist gut, gleich wie hoch sie davor war: Sitzungen mit Fehlern je 100 Sitzungen, oder Ereignisse je Stunde.',
          },
          verdictMinMinutes: {
            label: 'Minuten im Gebrauch',
            help: 'Vorher ist ein Release nicht gut.',
          },
        },
      },
    },
    mail: {
      subject: {
        title: 'Mails erkennen',
        fields: {
          subjectPrefix: {
            label: 'Anfang der Betreffe',
            help: 'Damit beginnt der Betreff jeder Mail über das Projekt.',
          },
          subjectTemplate: {
            label: 'Betreff von Mails',
            help: 'Betreff einer Mail über ein Issue, nach dem Anfang. Eingesetzt werden $title, $shortID, $projectID, $orgID, $project, und ${tag:KEY} mit dem Wert eines Tags.',
          },
        },
      },
      pace: {
        title: 'Weniger Mails erhalten',
        fields: {
          digestsMinDelay: {
            label: 'Kürzeste Verzögerung von Mails',
            help: 'Sekunden, die Meldungen mindestens warten, damit eine Mail mehrere enthält.',
          },
          digestsMaxDelay: {
            label: 'Längste Verzögerung von Mails',
            help: 'Sekunden, nach denen die Mail gesendet wird, auch wenn weitere Meldungen ankommen.',
          },
        },
      },
    },
    grouping: {
      rules: {
        title: 'Entscheiden, was zusammengehört',
        fields: {
          fingerprintingRules: {
            label: 'Regeln für Fingerprints',
            help: 'Ereignisse mit demselben Fingerprint bilden ein Issue. Eine Regel je Zeile, etwa error.type:TimeoutError -> timeout, {{ transaction }}. Die erste Regel, die passt, entscheidet, auch über einen Fingerprint, den das Programm sendet.',
          },
          groupingEnhancements: {
            label: 'Regeln für Frames',
            help: 'Sagen, welche Frames eines Stacks zu Ihrem Programm gehören, und welche nicht zählen. Eine Regel je Zeile, etwa stack.module:vendor.* -app -group.',
          },
        },
      },
      algorithm: {
        title: 'Das Verfahren wechseln',
        fields: {
          groupingConfig: {
            label: 'Gruppierungsverfahren',
            help: 'Fasst Ereignisse zusammen, über die kein Fingerprint entscheidet. Ein Wechsel gilt für Ereignisse, die danach ankommen; frühere bleiben in ihren Issues.',
          },
          secondaryGroupingConfig: {
            label: 'Voriges Gruppierungsverfahren',
            help: 'Seine Issues erhalten bis zur Zeit darunter Ereignisse, damit ein Wechsel keines davon neu öffnet.',
          },
          secondaryGroupingExpiry: {
            label: 'Ende des vorigen Verfahrens',
            help: 'Von da an gilt allein das jetzige Verfahren. Leer für keines.',
          },
        },
      },
    },
    privacy: {
      remove: {
        title: 'Vertrauliches entfernen',
        fields: {
          dataScrubber: {
            label: 'Vertrauliche Werte entfernen',
            help: 'Passwörter, Schlüssel und andere Geheimnisse werden aus Ereignissen entfernt, bevor diese gespeichert werden.',
          },
          dataScrubberDefaults: {
            label: 'Die eingebauten Regeln anwenden',
            help: 'Sie finden die üblichen Geheimnisse, zusätzlich zu Ihren eigenen Feldern und Regeln.',
          },
          sensitiveFields: {
            label: 'Weitere vertrauliche Felder',
            help: 'Teile von Namen, einer je Zeile. Der Wert eines Feldes wird entfernt, wenn sein Name einen davon enthält.',
          },
          scrubIPAddresses: {
            label: 'Adressen von Clients entfernen',
            help: 'Die IP-Adressen von Nutzern werden aus Ereignissen entfernt, bevor diese gespeichert werden.',
          },
          relayPiiConfig: {
            label: 'Regeln zum Entfernen',
            help: 'Ihre eigenen Regeln als JSON: jede mit einem Namen und den Stellen, an denen sie gilt, etwa {"applications": {"$string": ["@email:replace"]}}.',
          },
        },
      },
      keep: {
        title: 'Harmloses behalten',
        fields: {
          safeFields: { label: 'Felder, die bleiben', help: 'Namen von Feldern, deren Werte bleiben, einer je Zeile.' },
        },
      },
    },
    filters: {
      origin: {
        title: 'Ereignisse nach Herkunft verwerfen',
        fields: {
          allowedDomains: {
            label: 'Erlaubte Ursprünge',
            help: 'Ereignisse von Webseiten werden nur von diesen Adressen angenommen, eine je Zeile, etwa example.com oder *.example.com. * erlaubt alle.',
          },
          'filters:blacklisted_ips': {
            label: 'Nach Adresse des Clients verwerfen',
            help: 'IP-Adressen oder Netze, eines je Zeile, etwa 192.0.2.0/24. Es zählen die Adresse der Verbindung und die des Nutzers im Ereignis.',
          },
        },
      },
      content: {
        title: 'Ereignisse nach Inhalt verwerfen',
        fields: {
          'filters:error_messages': {
            label: 'Nach Meldung verwerfen',
            help: 'Meldungen, eine je Zeile, etwa *timeout*; * ist jeder Text, ? jedes Zeichen. Davor kann der Typ einer Exception stehen: TypeError: *.',
          },
          'filters:releases': {
            label: 'Nach Release verwerfen',
            help: 'Releases, eines je Zeile, etwa shop@1.*; * ist jeder Text, ? jedes Zeichen, [a-z] eines von mehreren Zeichen, {a,b} einer von zwei Texten. Ein \\ nimmt das nächste Zeichen, wie es ist.',
          },
        },
      },
      noise: {
        title: 'Fehler verwerfen, die niemand beheben kann',
        fields: {
          'filters:chunk-load-error': {
            label: 'Fehler von Skriptteilen verwerfen',
            help: 'Teile von Skripten, die nicht geladen werden konnten, oft weil ein neueres Release sie ersetzt hat.',
          },
          'filters:react-hydration-errors': {
            label: 'Hydrationsfehler von React verwerfen',
            help: 'Seiten, die React im Browser anders darstellt als auf dem Server.',
          },
          'svc:csp_ignored_sources_defaults': {
            label: 'Sicherheitsberichte über Erweiterungen verwerfen',
            help: 'Verstöße gegen die Content-Security-Policy, die Browser-Erweiterungen, der Browser selbst oder localhost verursachen.',
          },
          'svc:csp_ignored_sources': {
            label: 'Sicherheitsberichte nach Quelle verwerfen',
            help: 'Quellen, deren Verstöße verworfen werden, eine je Zeile, etwa *.example.com oder https://cdn.example.com; * ist jeder Host.',
          },
        },
      },
    },
    source: {
      links: {
        title: 'Frames mit ihrem Quelltext verbinden',
        fields: {
          sourceLinkPattern: {
            label: 'Adresse von Quelldateien',
            help: 'Etwa https://git.example.com/shop/blob/{release}/{path}#L{line}. Eingesetzt werden {path}, {line}, {release}, und {commit} mit dem letzten Commit des Releases. Leer für keine Links.',
          },
          sourceLinkRoot: {
            label: 'Anfang von Pfaden, der wegfällt',
            help: 'Fällt vom Pfad einer Datei weg, bevor sie verlinkt wird, etwa /srv/shop/.',
          },
        },
      },
      fetching: {
        title: 'Dateien von Ihren Servern abrufen',
        fields: {
          scrapeJavaScript: {
            label: 'JavaScript und Source Maps abrufen',
            help: 'Dateien, die nicht hochgeladen wurden, werden von den Adressen im Stack abgerufen. Abgeschaltet werden auch früher abgerufene Dateien nicht verwendet.',
          },
          verifySSL: {
            label: 'Zertifikate prüfen',
            help: 'Server, von denen Dateien abgerufen werden, und der des Webhooks brauchen ein gültiges Zertifikat.',
          },
          securityToken: {
            label: 'Sicherheitstoken',
            help: 'Geheimnis, an dem Ihre Server diese Anfragen erkennen. Leer für keines.',
          },
          securityTokenHeader: {
            label: 'Header des Sicherheitstokens',
            help: 'Name des Headers, der das Token enthält. Leer, um keines zu senden.',
          },
        },
      },
    },
  },
  settingsForm: {
    saved: 'Die Einstellungen sind gespeichert.',
    readOnly: 'Sie können diese Einstellungen lesen. Um sie zu ändern, braucht eine Rolle project:write.',
    readOnlyButStar:
      'Sie können diese Einstellungen lesen und Ihren Stern setzen. Um die anderen zu ändern, braucht eine Rolle project:write.',
    dropped: (count) => `Hat in den letzten 14 Tagen ${count} Ereignisse verworfen.`,
    zone: 'In Ihrer Zeitzone.',
    utc: 'In UTC.',
  },
  teamSettings: {
    title: 'Teams',
    help: 'Die Mitglieder dieser Teams erhalten Mails über das Projekt und sehen es unter den Projekten ihres Teams. Ein Projekt gehört mindestens einem.',
    readOnly: 'Um die Teams zu ändern, braucht eine Rolle project:write.',
    manage: 'Teams anlegen und ihre Mitglieder wählen',
  },
  webhookSettings: {
    title: 'Webhook',
    help: 'Jedes neue Issue und jede Regression des Projekts wird als signiertes JSON an Ihre URL gesendet. Alarmregeln senden unter anderen Bedingungen, und an Slack, Discord, Teams und Mattermost.',
    rules: 'Zu den Alarmregeln',
    readOnly:
      'Sie sehen, wie der Webhook arbeitet. Um seine URL zu sehen und ihn zu ändern, braucht eine Rolle project:write.',
    active: 'aktiv',
    failing: 'schlägt fehl',
    disabled: 'abgeschaltet',
    url: 'URL',
    urlHelp: 'Beginnt mit https:// oder http://. Private Netze werden abgelehnt, außer der Dienst erlaubt sie.',
    enabled: 'Meldungen werden gesendet',
    enabledHelp: 'Dafür muss es eine URL geben.',
    disabling: 'Wartende Meldungen werden beim Ausschalten verworfen.',
    saved: 'Der Webhook ist gespeichert.',
    secretTitle: 'Geheimnis',
    secretHelp:
      'Anfragen sind damit signiert, wie es Standard Webhooks festlegt: Vergleichen Sie die Signatur, bevor Sie einer Anfrage trauen.',
    noSecret: 'Die erste URL erzeugt ein Geheimnis.',
    copy: 'Geheimnis kopieren',
    renew: 'Geheimnis erneuern',
    renewHelp:
      'Anfragen werden sofort mit einem neuen Geheimnis signiert. Empfänger, die das jetzige kennen, lehnen sie ab, bis sie das neue haben.',
    renewed: 'Der Webhook hat ein neues Geheimnis.',
    testTitle: 'Test',
    testHelp: 'Sendet eine Meldung der Art test an die gespeicherte URL und sagt, was daraus wurde.',
    testUnsaved: 'Speichern Sie zuerst die URL: Ein Test geht an die gespeicherte.',
    test: 'Webhook testen',
  },
};
