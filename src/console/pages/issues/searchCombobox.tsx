import { Combobox, ComboboxItem, ComboboxPopover, ComboboxProvider } from '@ariakit/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useFormat } from '../../components/time';
import { useOperation, useWholeList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useParams } from '../../state/router';
import { useTexts } from '../../state/texts';
import { issueSearchTexts } from '../../texts/issueSearch';
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
import { readSearches } from './searchStorage';

/** Attributes of the field, whether or not it completes already. */
export interface SearchInputProps {
  readonly id: string;
  readonly text: string;
  readonly label: string;
  readonly placeholder: string;
  /** The id of the element with the error message. */
  readonly describedBy: string | undefined;
  readonly autoFocus: boolean;
  /** The selection of the plain field whose place this one takes while somebody types; null if nobody does. */
  readonly selection: readonly [start: number, end: number] | null;
  readonly onText: (text: string) => void;
  readonly onSearch: (query: string) => void;
  readonly onFocusChange: (hasFocus: boolean) => void;
}

/** Milliseconds without typing after which values are asked for. */
const PAUSE = 150;

/** The field of a search with suggestions for the word at the caret. */
export function SearchCombobox(props: SearchInputProps): ReactNode {
  const { text, onText } = props;
  const texts = useTexts(issueSearchTexts).searchCombobox;
  const [caret, setCaret] = useState(text.length);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const nextCaret = useRef<number | null>(null);
  const part = isOpen ? partAt(text, caret) : null;
  const suggestions = useSuggestions(part);
  const { organization = '' } = useParams();
  const recent = isOpen && text === '' ? readSearches(organization) : [];
  const { selection } = props;
  useLayoutEffect(() => {
    if (selection !== null) input.current?.setSelectionRange(...selection);
  }, [selection]);
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
        onFocus={() => {
          props.onFocusChange(true);
          if (text === '') setOpen(true);
        }}
        onBlur={() => props.onFocusChange(false)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? text.length)}
        onChange={(event) => setCaret(event.currentTarget.selectionStart ?? text.length)}
        onKeyDown={(event) => {
          // An active suggestion has taken the key.
          if (event.key !== 'Enter' || event.defaultPrevented) return;
          if (event.currentTarget.hasAttribute('aria-activedescendant')) return;
          event.preventDefault();
          setOpen(false);
          props.onSearch(text);
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
        {recent.length > 0 && <div className="popover-heading">{texts.recent}</div>}
        {recent.map((query) => (
          <ComboboxItem
            key={`recent ${query}`}
            className="popover-item"
            setValueOnClick={false}
            focusOnHover
            onClick={() => {
              setOpen(false);
              props.onSearch(query);
            }}
          >
            <span className="clip code">{query}</span>
          </ComboboxItem>
        ))}
        {recent.length > 0 && <div className="popover-heading">{texts.keys}</div>}
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
  const texts = useTexts(issueSearchTexts).searchCombobox;
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
  const taggedKeys = tags.map((tag) => ({ value: tagSearchKey(tag.key), detail: texts.tag, isLiteral: true }));
  if (key === null) {
    const keySuggestions = SEARCH_KEYS.map((value) => ({ value, detail: texts[value] }));
    const names = new Set<string>(SEARCH_KEYS);
    return suggestKeys(part, [...keySuggestions, ...taggedKeys.filter(({ value }) => !names.has(value))]);
  }
  const fixed = fixedValues(key).map((value) => ({ value, detail: '', isLiteral: true }));
  const counted = (stored ?? [])
    .filter((one) => one.key === key)
    .map(({ value, count }) => ({ value, detail: texts.issues(format.number(count)) }));
  return suggestValues(part, [...fixed, ...named, ...(key === 'has' ? taggedKeys : []), ...counted]);
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
