import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type NavigationGuard, useNavigationGuard } from '../state/router';
import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';
import { ConfirmDialog } from './overlays';

/** Asks before unsaved input is lost: by a link, by going back, or with the tab of the browser. */
export function UnsavedInput({
  isUnsaved,
  within,
}: {
  readonly isUnsaved: boolean;
  /** The address below which the input is kept. */
  readonly within: string;
}): ReactNode {
  const texts = useTexts(componentsTexts).unsavedInput;
  const [held, setHeld] = useState<{ readonly go: () => void } | null>(null);
  const guard = useCallback<NavigationGuard>(
    ({ pathname }, go) => {
      if (pathname.startsWith(within)) return false;
      setHeld({ go });
      return true;
    },
    [within],
  );
  useNavigationGuard(isUnsaved ? guard : null);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    // The browser asks in its own words.
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return (
    <ConfirmDialog
      title={texts.title}
      isOpen={held !== null}
      action={texts.leave}
      onConfirm={() => {
        setHeld(null);
        held?.go();
      }}
      onClose={() => setHeld(null)}
    >
      <p>{texts.help}</p>
    </ConfirmDialog>
  );
}
