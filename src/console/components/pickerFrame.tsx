import {
  ComboboxInput,
  ComboboxItem,
  ComboboxItemCheck,
  ComboboxList,
  ComboboxPopover,
  ComboboxProvider,
  ComboboxSelect,
} from '@ariakit/react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';
import { Button, usePressed } from './controls';
import { Icon } from './icons';

/** One of the entries of a picker. */
export interface PickerOption {
  readonly value: string;
  readonly text: string;
}

export interface PickerLook {
  /** The name of the choice, such as `Projects`. */
  readonly label: string;
  /** The choice in words, such as `All projects`. */
  readonly summary: string;
  readonly options: readonly PickerOption[];
  /** Replaces the button that names the choice. */
  readonly button?: ReactElement;
  /** Key that opens the list. */
  readonly shortcut?: string;
  /** True if the list is open; left to the button if absent. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

export interface PickerFrameProps extends PickerLook {
  /** True if the button was pressed before the list was loaded. */
  readonly isPressed: boolean;
  readonly values: readonly string[];
  /** True if several entries can be chosen. They are one change, made when the list is closed. */
  readonly takesSeveral: boolean;
  readonly onChange: (values: readonly string[]) => void;
  /** Names the entry that adds the typed text, as no option has it; without it, only options can be chosen. */
  readonly addition?: (typed: string) => string;
}

/** Lists that are longer have a field to find an entry in. */
const SHORT_LIST = 10;
/** Entries that are shown at once; the field finds the others. */
const SHOWN = 200;

/*
 * The parts of a picker that need the library of accessible components; `picker.tsx` loads this file.
 */

export function PickerFrame(props: PickerFrameProps): ReactNode {
  const { label, values, takesSeveral, onChange, isOpen, onOpenChange } = props;
  const [isOpened, setOpened] = useState(false);
  const [draft, setDraft] = useState(values);
  const [typed, setTyped] = useState('');
  const isShown = isOpen ?? isOpened;
  const setOpen = (open: boolean): void => {
    if (open) setDraft(values);
    else if (takesSeveral && draft.join('\n') !== values.join('\n')) onChange(draft);
    setOpened(open);
    onOpenChange?.(open);
  };
  const set = (chosen: string | string[]): void => {
    if (typeof chosen === 'string') onChange([chosen]);
    else setDraft(chosen);
  };
  const chosenValues = isShown ? draft : values;
  return (
    <ComboboxProvider
      selectedValue={takesSeveral ? [...chosenValues] : (values[0] ?? '')}
      setSelectedValue={set}
      inputValue={typed}
      setInputValue={setTyped}
      resetValueOnHide
      open={isShown}
      setOpen={setOpen}
      placement="bottom-start"
    >
      <PickerButton {...props} isOpen={isShown} />
      <ComboboxPopover className="popover" gutter={4} fixed unmountOnHide aria-label={label}>
        <PickerList {...props} values={chosenValues} typed={typed} />
      </ComboboxPopover>
    </ComboboxProvider>
  );
}

function PickerButton({ label, summary, button, shortcut, isOpen = false, isPressed }: PickerFrameProps): ReactNode {
  const ref = usePressed(isPressed);
  const name = `${label}: ${summary}`;
  return (
    <ComboboxSelect
      ref={ref}
      aria-label={name}
      // While the list is closed, letters are shortcuts of the page.
      typeahead={isOpen}
      {...(shortcut !== undefined && { 'data-tooltip': `${label} (${shortcut})` })}
      render={button ?? <Button />}
    >
      {button === undefined && (
        <>
          <span className="clip" style={{ maxWidth: '14rem' }}>
            {summary}
          </span>
          <Icon name="chevronDown" />
        </>
      )}
    </ComboboxSelect>
  );
}

function PickerList({
  label,
  options: given,
  values,
  addition,
  typed,
}: PickerFrameProps & { readonly typed: string }): ReactNode {
  const texts = useTexts(componentsTexts).pickerFrame;
  const added = addition === undefined ? [] : values.filter((value) => !given.some((option) => option.value === value));
  const options = [...given, ...added.map((value) => ({ value, text: value }))];
  if (options.length <= SHORT_LIST && addition === undefined)
    return options.map((option) => <PickerItem key={option.value} option={option} />);
  const newValue = typed.trim();
  const isAddable = addition !== undefined && newValue !== '' && !options.some(({ value }) => value === newValue);
  const words = typed.toLowerCase();
  const matchingOptions = options.filter(({ text }) => text.toLowerCase().includes(words));
  return (
    <>
      <ComboboxInput
        autoSelect
        className="input"
        placeholder={texts.find(label)}
        aria-label={texts.find(label)}
        spellCheck={false}
      />
      <ComboboxList aria-label={label}>
        {matchingOptions.slice(0, SHOWN).map((option) => (
          <PickerItem key={option.value} option={option} />
        ))}
        {isAddable && <PickerItem option={{ value: newValue, text: addition(newValue) }} />}
      </ComboboxList>
      {addition === undefined && matchingOptions.length === 0 && <div className="popover-heading">{texts.nothing}</div>}
    </>
  );
}

function PickerItem({ option }: { readonly option: PickerOption }): ReactNode {
  return (
    <ComboboxItem className="popover-item" value={option.value}>
      <ComboboxItemCheck />
      <span className="clip">{option.text}</span>
    </ComboboxItem>
  );
}
