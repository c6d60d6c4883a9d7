import { type ReactNode, useState } from 'react';
import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';
import { Button, TextField } from './controls';
import { ErrorNotice } from './feedback';
import { Dialog, DialogActions } from './overlays';
import { Section } from './shell';

/**
 * A part of settings that removes everything they are about. Its name must be typed, because nothing brings it back.
 */
export function Removal({
  title,
  help,
  openText,
  slug,
  error,
  isPending,
  onRemove,
}: {
  readonly title: string;
  /** The description of the data that is lost. */
  readonly help: string;
  /** The text of the button that opens the question. */
  readonly openText: string;
  /** The text that must be typed. */
  readonly slug: string;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onRemove: () => void;
}): ReactNode {
  const texts = useTexts(componentsTexts).removal;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <Section title={title}>
      <p>{help}</p>
      <div>
        <Button kind="danger" icon="trash" onClick={() => setOpen(true)}>
          {openText}
        </Button>
      </div>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="stack">
          <p>{help}</p>
          {error !== null && <ErrorNotice error={error} />}
          <TextField
            label={texts.confirm(slug)}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <DialogActions>
            <Button kind="danger" disabled={typed !== slug || isPending} onClick={onRemove}>
              {title}
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    </Section>
  );
}
