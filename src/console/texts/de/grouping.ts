import type { Translated } from '../../state/translated';
import type { en } from '../en/grouping';

/** The German texts about the reasons of grouping. */
export const de: Translated<typeof en> = {
  groupingReasons: {
    title: 'Warum gehören diese zusammen?',
    help: 'Vergleicht das neueste Ereignis dieses Issues mit dem ältesten oder mit einem beliebigen Ereignis des Projekts.',
    other: 'ID des anderen Ereignisses',
    compare: 'Vergleichen',
    noEvents: 'Kein Ereignis ist gespeichert: ihre Aufbewahrung ist vorbei.',
    notFound: 'Das Projekt hat kein Ereignis mit dieser ID.',
    relations: {
      sameHash: 'Beide Ereignisse haben denselben Hash. Sie stimmen überein in:',
      linked:
        'Die Ereignisse sind in einem Issue, aber ihre Hashes sind verschieden: Issues wurden zusammengeführt, oder das Issue bekam einen weiteren Hash, als sich Gruppierung oder Source Maps änderten.',
      settingsChanged:
        'Die Ereignisse sind in verschiedenen Issues, weil sich die Einstellungen zwischen ihnen änderten. Nach den jetzigen haben sie denselben Hash.',
      apart: 'Die Ereignisse sind in verschiedenen Issues.',
    },
    agreements: 'Sie stimmen überein in:',
    difference: 'Erster Unterschied',
    thisEvent: 'Dieses Ereignis',
    otherEvent: 'Das andere Ereignis',
    nothing: 'nichts',
    tree: 'Werte des neuesten Ereignisses',
    mismatch:
      'Die Einstellungen haben sich geändert, seit dieses Ereignis gespeichert wurde: es bekäme jetzt einen anderen Hash. Es bleibt in seinem Issue.',
    algorithm: (name) => `Verfahren ${name}`,
    counts: 'zählt',
    doesNot: 'zählt nicht',
    others: (count) => (count === 1 ? '1 Frame zählt nicht' : `${count} Frames zählen nicht`),
    line: (line) => `Zeile ${line}`,
    sources: {
      builtIn: 'Eingebaute Regel',
      groupingEnhancements: 'Stacktrace-Regel des Projekts',
      fingerprintingRules: 'Fingerprint-Regel des Projekts',
    },
    variants: {
      default: 'Verglichene Werte',
      fingerprint: 'Fingerprint',
      secondary: 'Nach dem vorigen Verfahren',
    },
    nouns: {
      default: 'Ereignis',
      exception: 'Exception',
      type: 'Typ',
      value: 'Text',
      stacktrace: 'Stacktrace',
      frame: 'Frame',
      place: 'Modul oder Datei',
      function: 'Funktion',
      line: 'Quellzeile',
      message: 'Meldung',
      platform: 'Plattform',
      fingerprint: 'Fingerprint',
      part: 'Teil',
    },
    reasons: {
      absent: 'Das Ereignis hat keinen Wert.',
      unusable: 'Nur ein Name, den ein Compiler oder Minifier wählte, oder eine Datei mit gemeinsamem Code.',
      builtInRule: 'Eine eingebaute Regel lässt es weg.',
      projectRule: 'Eine Regel des Projekts lässt es weg.',
      notInApp: 'Es ist nicht als In-App markiert.',
      placeKnown: 'Andere Frames sagen, wo der Fehler geschah.',
      libraryTrace: 'Er hat nur Frames von Bibliotheken, und ein anderer Stacktrace sagt, wo der Fehler geschah.',
      stackCounts: 'Der Stacktrace sagt, wo der Fehler geschah.',
      exceptionCounts: 'Das Ereignis hat eine Exception.',
      generatedClass: 'Eine erzeugte Klasse ruft eine Methode auf, die auch im Stacktrace ist.',
      fingerprint: 'Ein Fingerprint hat Vorrang.',
    },
  },
};
