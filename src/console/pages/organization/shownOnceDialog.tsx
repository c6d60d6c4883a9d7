import type { ReactNode } from 'react';
import { Button, CopyButton } from '../../components/controls';
import { Dialog } from '../../components/overlays';
import { defineTexts, useTexts } from '../../state/texts';

const TEXTS = defineTexts({
  en: { done: 'Done' },
  de: { done: 'Fertig' },
});

/** Shows a secret that cannot be read again. Nothing but its button closes it. */
export function ShownOnceDialog({
  title,
  secret,
  copy,
  onClose,
  children,
}: {
  readonly title: string;
  readonly secret: string;
  /** What the button says that copies it, such as `Copy the link`. */
  readonly copy: string;
  readonly onClose: () => void;
  /** What it is for. */
  readonly children: ReactNode;
}): ReactNode {
  const texts = useTexts(TEXTS);
  return (
    <Dialog title={title} isOpen isRequired onClose={onClose}>
      {children}
      <input
        className="input code"
        readOnly
        value={secret}
        aria-label={title}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="actions" data-align="end">
        <CopyButton text={secret} label={copy} size="normal" />
        <Button kind="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </Dialog>
  );
}
