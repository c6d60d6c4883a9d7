import type { ReactNode } from 'react';
import { Button, CopyButton } from '../../components/controls';
import { useTexts } from '../../state/texts';
import { tokensTexts } from '../../texts/tokens';

/**
 * The content of a dialog that shows a secret which cannot be read again. Nothing but its button closes the dialog,
 * which has to be required.
 */
export function ShownOnce({
  label,
  secret,
  copy,
  onDone,
  children,
}: {
  readonly label: string;
  readonly secret: string;
  /** The text of the button that copies it, such as `Copy the link`. */
  readonly copy: string;
  readonly onDone: () => void;
  /** The purpose of the secret. */
  readonly children: ReactNode;
}): ReactNode {
  const texts = useTexts(tokensTexts).shownOnce;
  return (
    <>
      {children}
      <input
        className="input code"
        readOnly
        // The button of the form that made the secret had the focus, and is gone.
        autoFocus
        value={secret}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="actions" data-align="end">
        <CopyButton text={secret} label={copy} size="normal" />
        <Button kind="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </>
  );
}
