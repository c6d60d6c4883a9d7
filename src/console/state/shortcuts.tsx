import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';

/** A key that does something on a page. */
export interface Shortcut {
  /** The value of `KeyboardEvent.key`, such as `j` or `Enter`. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

/** The shortcuts of all parts of the page that are shown. */
export class ShortcutTable {
  readonly #groups = new Set<{ readonly current: readonly Shortcut[] }>();

  /** @returns a function that removes the shortcuts */
  add(group: { readonly current: readonly Shortcut[] }): () => void {
    this.#groups.add(group);
    return () => this.#groups.delete(group);
  }

  list(): Shortcut[] {
    return [...this.#groups].flatMap(({ current }) => current);
  }

  /** Runs the shortcut of a key, unless the key is part of typing or of a combination, or belongs to a popover. */
  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    // What is open over the page has the keys, even before it has the focus.
    if (document.querySelector(OPEN) !== null) return;
    const shortcut = this.list().find(({ key }) => key === event.key);
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.run();
  }
}

/** Elements that keys without Ctrl belong to: text, and lists in which letters find an entry. */
const TYPED_IN =
  'input:not([type=checkbox]), textarea, select, [role=combobox][aria-expanded=true], [role=listbox], [role=dialog], [role=menu]';

/** Elements over the page that take its keys while they are open. */
const OPEN = '.popover[data-open], [role=dialog]';

/** True if the key belongs to the element that has the focus. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(TYPED_IN) !== null) return true;
  return key === 'Enter' && target.closest('a, button, summary') !== null;
}

const ShortcutContext = createContext<ShortcutTable | null>(null);

export function ShortcutProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const table = useMemo(() => new ShortcutTable(), []);
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => table.handle(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [table]);
  return <ShortcutContext value={table}>{children}</ShortcutContext>;
}

/** Returns the table of shortcuts, for the list that `?` shows. */
export function useShortcutTable(): ShortcutTable {
  const table = useContext(ShortcutContext);
  if (table === null) throw new Error('useShortcutTable is called outside of ShortcutProvider.');
  return table;
}

/** Adds shortcuts while the component is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const table = useShortcutTable();
  const group = useRef(shortcuts);
  useEffect(() => {
    group.current = shortcuts;
  });
  useEffect(() => table.add(group), [table]);
}
