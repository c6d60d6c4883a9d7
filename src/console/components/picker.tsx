import { lazy, type ReactNode, Suspense, useState } from 'react';
import { importLater } from '../state/later';
import { Button, Unready } from './controls';
import { Icon } from './icons';
import type { PickerFrameProps, PickerLook } from './pickerFrame';

const PickerFrame = lazy(async () => ({ default: (await importLater(() => import('./pickerFrame'))).PickerFrame }));

function LazyFrame(props: Omit<PickerFrameProps, 'isPressed'>): ReactNode {
  const [isPressed, setPressed] = useState(false);
  const button = props.button ?? (
    <Button>
      {props.summary}
      <Icon name="chevronDown" />
    </Button>
  );
  return (
    <Suspense fallback={<Unready onPress={() => setPressed(true)}>{button}</Unready>}>
      <PickerFrame {...props} isPressed={isPressed} />
    </Suspense>
  );
}

/** A button that opens a list to choose an entry from. Long lists have a field to find one in. */
export function Picker({
  value,
  onChange,
  ...look
}: PickerLook & { readonly value: string; readonly onChange: (value: string) => void }): ReactNode {
  const choose = ([chosen]: readonly string[]): void => {
    if (chosen !== undefined) onChange(chosen);
  };
  return <LazyFrame {...look} takesSeveral={false} values={[value]} onChange={choose} />;
}

/** A button that opens a list to choose several entries from. `onChange` is called once, when the list is closed. */
export function MultiPicker(props: Omit<PickerFrameProps, 'takesSeveral' | 'isPressed'>): ReactNode {
  return <LazyFrame {...props} takesSeveral />;
}
