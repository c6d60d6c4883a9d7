import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, TextField } from './controls';

/** A field that searches a list: with Enter, and when it is emptied. */
export function SearchField({
  label,
  help,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly help?: ReactNode;
  /** The present search. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}): ReactNode {
  const [text, setText] = useDraft(value);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form role="search" aria-label={label} onSubmit={submit}>
      <TextField
        label={label}
        help={help}
        type="search"
        value={text}
        onChange={({ currentTarget: { value: typed } }) => {
          setText(typed);
          if (typed === '' && value !== '') onSearch('');
        }}
      />
    </form>
  );
}

/** A line with a search and its button, and controls beside them. */
export function SearchRow({
  label,
  help,
  button,
  value,
  onSearch,
  children,
}: {
  readonly label: string;
  /** What can be searched, as long as nothing is typed. */
  readonly help: string;
  /** The text of the button. */
  readonly button: string;
  /** The present search; empty for none. */
  readonly value: string;
  readonly onSearch: (text: string | null) => void;
  readonly children?: ReactNode;
}): ReactNode {
  const [text, setText] = useDraft(value);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSearch(text.trim() === '' ? null : text.trim());
  };
  return (
    <form role="search" className="search-row" onSubmit={submit}>
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={help}
        value={text}
        onChange={({ currentTarget: { value: typed } }) => setText(typed)}
      />
      <Button type="submit" icon="search">
        {button}
      </Button>
      {children}
    </form>
  );
}

/** Returns what is typed or chosen but not yet searched for, and sets it. Another search replaces it. */
export function useDraft<T>(value: T): readonly [draft: T, setDraft: (draft: T) => void] {
  const [draft, setDraft] = useState({ of: value, is: value });
  return [draft.of === value ? draft.is : value, (is) => setDraft({ of: value, is })];
}
