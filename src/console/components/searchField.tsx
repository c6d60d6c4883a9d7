import { type ReactNode, type SubmitEvent, useState } from 'react';
import { TextField } from './controls';

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
  const [draft, setDraft] = useState({ of: value, text: value });
  // Another search, by the back button for example, replaces the typed text.
  const text = draft.of === value ? draft.text : value;
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
          setDraft({ of: value, text: typed });
          if (typed === '' && value !== '') onSearch('');
        }}
      />
    </form>
  );
}
