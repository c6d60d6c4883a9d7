import { lazy, type ReactNode, type SubmitEvent, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../components/controls';
import { Icon } from '../../components/icons';
import { importLater } from '../../state/later';
import { useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import type { queryProblem } from './issueListState';
import styles from './issuesPage.module.css';
import type { SearchInputProps } from './searchCombobox';

const SearchCombobox = lazy(async () => ({
  default: (await importLater(() => import('./searchCombobox'))).SearchCombobox,
}));

/** The id of the field in the document. */
export const SEARCH_FIELD_ID = 'issue-search';
const PROBLEM_ID = 'issue-search-problem';

/**
 * The field of a search, with the error in it. It begins as a plain field and completes words once that part is loaded.
 */
export function SearchField({
  query,
  problem,
  onSearch,
}: {
  readonly query: string;
  readonly problem: ReturnType<typeof queryProblem>;
  readonly onSearch: (query: string) => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).searchField;
  const [text, setText] = useState(query);
  const [before, setBefore] = useState(query);
  const [hasFocus, setHasFocus] = useState(false);
  const [selection, setSelection] = useState<Selection | null>(null);
  if (before !== query) {
    setBefore(query);
    setText(query);
  }
  const search = (query: string): void => {
    setText(query.trim());
    onSearch(query.trim());
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    search(text);
  };
  const input: SearchInputProps = {
    id: SEARCH_FIELD_ID,
    text,
    label: texts.label,
    placeholder: texts.example,
    describedBy: problem === null ? undefined : PROBLEM_ID,
    autoFocus: hasFocus,
    selection,
    onText: setText,
    onSearch: search,
    onFocusChange: setHasFocus,
  };
  return (
    <form className={styles.search} role="search" onSubmit={submit}>
      <div className={styles.searchBox}>
        <Icon name="search" />
        <Suspense fallback={<PlainInput {...input} onReplaced={setSelection} />}>
          <SearchCombobox {...input} />
        </Suspense>
        {text !== '' && (
          <IconButton
            icon="close"
            kind="quiet"
            size="small"
            label={texts.clear}
            onClick={() => {
              setText('');
              onSearch('');
            }}
          />
        )}
        <Button type="submit" className="hidden-text" tabIndex={-1}>
          {texts.search}
        </Button>
      </div>
      {problem !== null && (
        <div id={PROBLEM_ID} className="field-error small" role="alert">
          {problem.position !== null && texts.at(problem.position, problem.word)}
          {problem.hint}
        </div>
      )}
    </form>
  );
}

type Selection = NonNullable<SearchInputProps['selection']>;

/** @param onReplaced is called with the selection if the field has the focus when another one takes its place */
function PlainInput({
  onReplaced,
  ...props
}: SearchInputProps & { readonly onReplaced: (selection: Selection) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { current } = input;
    return () => {
      if (current !== null && document.activeElement === current)
        onReplaced([current.selectionStart ?? 0, current.selectionEnd ?? 0]);
    };
  }, [onReplaced]);
  return (
    <input
      ref={input}
      id={props.id}
      className={styles.searchInput}
      aria-label={props.label}
      placeholder={props.placeholder}
      aria-describedby={props.describedBy}
      aria-invalid={props.describedBy === undefined ? undefined : true}
      autoComplete="off"
      spellCheck={false}
      value={props.text}
      onChange={(event) => props.onText(event.currentTarget.value)}
      onFocus={() => props.onFocusChange(true)}
      onBlur={() => props.onFocusChange(false)}
    />
  );
}
