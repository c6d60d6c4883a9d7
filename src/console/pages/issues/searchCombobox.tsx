import { Combobox, ComboboxItem, ComboboxPopover, ComboboxProvider } from '@ariakit/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useFormat } from '../../components/time';
import { useOperation, useWholeList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useParams } from '../../state/router';
import { defineTexts, useTexts } from '../../state/texts';
import styles from './issuesPage.module.css';
import {
  type Completable,
  fixedValues,
  hasStoredValues,
  partAt,
  SEARCH_KEYS,
  type SearchSuggestion,
  suggestKeys,
  suggestValues,
  tagSearchKey,
  type TypedPart,
  withSuggestion,
} from './searchCompletion';

/** Attributes of the field, whether or not it completes already. */
export interface SearchInputProps {
  readonly id: string;
  readonly text: string;
  readonly label: string;
  readonly placeholder: string;
  /** The id of the element with the error message. */
  readonly describedBy: string | undefined;
  readonly autoFocus: boolean;
  readonly onText: (text: string) => void;
  readonly onSubmit: () => void;
  readonly onFocusChange: (hasFocus: boolean) => void;
}

const TEXTS = defineTexts({
  en: {
    suggestions: 'Suggestions',
    none: 'Nothing to suggest. Enter searches for what you typed.',
    tag: 'events with this tag',
    issues: (count: string) => `${count}+ issues`,
    is: 'status, and why it has it',
    assigned: 'whom it is assigned to',
    level: 'level of an event',
    release: 'release of an event',
    environment: 'environment of an event',
    firstSeen: 'time of the first event',
    lastSeen: 'time of the last event',
    age: 'time since the first event',
    timesSeen: 'number of events',
    userCount: 'number of users',
    'user.email': 'e-mail address of a user',
    'user.id': 'id of a user',
    'user.username': 'name of a user',
    'user.ip': 'IP address of a user',
    'error.type': 'type of an exception',
    'error.value': 'message of an exception',
    'error.handled': 'whether the program caught the error',
    'error.unhandled': 'whether nobody caught the error',
    'error.mechanism': 'what reported the error',
    has: 'an event has this tag',
    project: 'project of the issue',
    platform: 'platform of the newest event',
    firstRelease: 'release of the first event',
    bookmarks: 'who bookmarked it',
    issue: 'short id',
    status: 'one of several statuses',
    transaction: 'transaction of an event',
  },
  de: {
    suggestions: 'Vorschläge',
    none: 'Kein Vorschlag. Die Eingabetaste sucht nach Ihrer Eingabe.',
    tag: 'Ereignisse mit diesem Tag',
    issues: (count) => `mind. ${count} Issues`,
    is: 'Status und dessen Grund',
    assigned: 'wem es zugewiesen ist',
    level: 'Stufe eines Ereignisses',
    release: 'Release eines Ereignisses',
    environment: 'Umgebung eines Ereignisses',
    firstSeen: 'Zeit des ersten Ereignisses',
    lastSeen: 'Zeit des letzten Ereignisses',
    age: 'Zeit seit dem ersten Ereignis',
    timesSeen: 'Zahl der Ereignisse',
    userCount: 'Zahl der Betroffenen',
    'user.email': 'E-Mail-Adresse einer betroffenen Person',
    'user.id': 'Kennung einer betroffenen Person',
    'user.username': 'Name einer betroffenen Person',
    'user.ip': 'IP-Adresse einer betroffenen Person',
    'error.type': 'Typ einer Ausnahme',
    'error.value': 'Meldung einer Ausnahme',
    'error.handled': 'ob das Programm den Fehler abfing',
    'error.unhandled': 'ob niemand den Fehler abfing',
    'error.mechanism': 'was den Fehler meldete',
    has: 'ein Ereignis hat diesen Tag',
    project: 'Projekt des Issues',
    platform: 'Plattform des letzten Ereignisses',
    firstRelease: 'Release des ersten Ereignisses',
    bookmarks: 'wer es gemerkt hat',
    issue: 'Kurzkennung',
    status: 'einer von mehreren Status',
    transaction: 'Transaktion eines Ereignisses',
  },
});

/** Milliseconds without typing after which values are asked for. */
const PAUSE = 150;

/** The field of a search with suggestions for the word at the caret. */
export function SearchCombobox(props: SearchInputProps): ReactNode {
  const { text, onText } = props;
  const texts = useTexts(TEXTS);
  const [caret, setCaret] = useState(text.length);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const nextCaret = useRef<number | null>(null);
  const part = isOpen ? partAt(text, caret) : null;
  const suggestions = useSuggestions(part);
  // A suggestion was put into the text: the caret goes behind it.
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    input.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });
  const choose = (suggestion: SearchSuggestion): void => {
    if (part === null) return;
    const changed = withSuggestion(text, part, suggestion);
    nextCaret.current = changed.caret;
    onText(changed.text);
    setCaret(changed.caret);
    setOpen(suggestion.isKey);
  };
  return (
    <ComboboxProvider inputValue={text} setInputValue={onText} open={isOpen} setOpen={setOpen} placement="bottom-start">
      <Combobox
        ref={input}
        id={props.id}
        className={styles.searchInput}
        aria-label={props.label}
        placeholder={props.placeholder}
        aria-describedby={props.describedBy}
        aria-invalid={props.describedBy === undefined ? undefined : true}
        autoFocus={props.autoFocus}
        autoComplete="list"
        spellCheck={false}
        onFocus={() => props.onFocusChange(true)}
        onBlur={() => props.onFocusChange(false)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? text.length)}
        onChange={(event) => setCaret(event.currentTarget.selectionStart ?? text.length)}
        onKeyDown={(event) => {
          // An active suggestion has taken the key.
          if (event.key !== 'Enter' || event.defaultPrevented) return;
          if (event.currentTarget.hasAttribute('aria-activedescendant')) return;
          event.preventDefault();
          setOpen(false);
          props.onSubmit();
        }}
      />
      <ComboboxPopover
        className="popover"
        aria-label={texts.suggestions}
        gutter={6}
        fixed
        unmountOnHide
        style={{ minWidth: 'min(24rem, calc(100vw - 1rem))', maxWidth: 'min(40rem, calc(100vw - 1rem))' }}
      >
        {suggestions.length === 0 && <div className="popover-heading">{texts.none}</div>}
        {suggestions.map((suggestion) => (
          <ComboboxItem
            key={suggestion.insert}
            className={`popover-item ${styles.suggestion ?? ''}`}
            setValueOnClick={false}
            hideOnClick={false}
            focusOnHover
            onClick={() => choose(suggestion)}
          >
            <span className="clip code">{suggestion.text}</span>
            <span className="muted small nowrap">{suggestion.detail}</span>
          </ComboboxItem>
        ))}
      </ComboboxPopover>
    </ComboboxProvider>
  );
}

/** Returns the possible completions of the part at the caret. */
function useSuggestions(part: TypedPart | null): readonly SearchSuggestion[] {
  const texts = useTexts(TEXTS);
  const format = useFormat();
  const { organization = '' } = useParams();
  const project = useSearchState().getAll('project');
  const scope = { organization_slug: organization, ...(project.length > 0 && { project: [...project] }) };
  const key = part?.key ?? null;
  const typed = usePaused(part?.typed ?? '');
  const needsTags = part !== null && (key === null || key === 'has');
  const tags = useWholeList('listOrganizationTags', needsTags ? scope : null, { staleTime: 60_000 }).data ?? [];
  const stored = useOperation(
    'listOrganizationTagValues',
    key !== null && hasStoredValues(key)
      ? { ...scope, key, ...(typed !== '' && { query: typed.slice(0, 200) }) }
      : null,
    { keepsPrevious: true },
  ).data;
  const named = useNamedValues(key);
  if (part === null) return [];
  const tagKeys = tags.map((tag) => ({ value: tag.key, detail: texts.tag }));
  if (key === null) {
    const keySuggestions = SEARCH_KEYS.map((value) => ({ value, detail: texts[value] }));
    const names = new Set<string>(SEARCH_KEYS);
    const others = tagKeys.map((tag) => ({ ...tag, value: tagSearchKey(tag.value) }));
    return suggestKeys(part, [...keySuggestions, ...others.filter(({ value }) => !names.has(value))]);
  }
  const fixed = fixedValues(key).map((value) => ({ value, detail: '', isLiteral: true }));
  const counted = (stored ?? [])
    .filter((one) => one.key === key)
    .map(({ value, count }) => ({ value, detail: texts.issues(format.number(count)) }));
  return suggestValues(part, [...fixed, ...named, ...(key === 'has' ? tagKeys : []), ...counted]);
}

/** Returns the values of keys that name parts of the organization. */
function useNamedValues(key: string | null): readonly Completable[] {
  const { organization = '' } = useParams();
  const scope = { organization_slug: organization };
  const isAssigned = key === 'assigned';
  const members = useWholeList('listMembers', isAssigned ? scope : null, { staleTime: 60_000 }).data ?? [];
  const teams = useWholeList('listTeams', isAssigned ? scope : null, { staleTime: 60_000 }).data ?? [];
  const needsProjects = key === 'project' || key === 'platform';
  const projects =
    useWholeList('listOrganizationProjects', needsProjects ? scope : null, { staleTime: 60_000 }).data ?? [];
  const literal = (value: string, detail = ''): Completable => ({ value, detail, isLiteral: true });
  if (isAssigned) {
    return [
      ...['me', 'none'].map((value) => literal(value)),
      ...teams.map(({ slug, name }) => literal(`#${slug}`, name)),
      ...members.map(({ email }) => literal(email)),
    ];
  }
  if (key === 'project') return projects.map(({ slug, name }) => literal(slug, name));
  if (key === 'platform')
    return [...new Set(projects.flatMap(({ platforms }) => platforms))].map((value) => literal(value));
  return [];
}

/** Returns a text once it was not changed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
