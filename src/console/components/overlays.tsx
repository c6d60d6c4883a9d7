import {
  createContext,
  type FocusEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type ArgumentsOf, type OperationName, useAction } from '../state/api';
import { importLater } from '../state/later';
import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';
import { Button, Unready } from './controls';
import { ErrorNotice } from './feedback';
import type { DialogFrameProps, MenuFrameProps } from './primitives';

const loadPrimitives = () => importLater(() => import('./primitives'));
const DialogFrame = lazy(async () => ({ default: (await loadPrimitives()).DialogFrame }));
const DialogClose = lazy(async () => ({ default: (await loadPrimitives()).DialogClose }));
const MenuFrame = lazy(async () => ({ default: (await loadPrimitives()).MenuFrame }));

/** A menu's parts, which only menus contain. */
export const MenuSection = lazy(async () => ({ default: (await loadPrimitives()).MenuFrameSection }));
export const MenuItem = lazy(async () => ({ default: (await loadPrimitives()).MenuFrameItem }));

/** A dialog over the page. It is closed by its button, by Escape and by a click beside it, unless `isRequired`. */
export function Dialog({
  isOpen,
  ...props
}: Omit<DialogFrameProps, 'closeButton'> & { readonly isOpen: boolean }): ReactNode {
  const texts = useTexts(componentsTexts).overlays;
  if (!isOpen) return null;
  return (
    <Suspense>
      <DialogFrame closeButton={<Button kind="quiet" aria-label={texts.close} />} {...props} />
    </Suspense>
  );
}

/** The buttons of a dialog: a button that closes it, then the given ones. */
export function DialogActions({ children }: { readonly children: ReactNode }): ReactNode {
  const texts = useTexts(componentsTexts).overlays;
  return (
    <div className="actions" data-align="end">
      <DialogClose button={<Button />}>{texts.cancel}</DialogClose>
      {children}
    </div>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** The text of the button that does it, such as `Remove 3 issues`. */
  readonly action: string;
  readonly kind?: 'danger' | 'primary';
  readonly isPending?: boolean;
  readonly error?: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A dialog that asks before something is done, and says why it was not done. */
export function ConfirmDialog({
  title,
  isOpen,
  action,
  kind = 'danger',
  isPending = false,
  error = null,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps): ReactNode {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      {children}
      {error !== null && <ErrorNotice error={error} />}
      <DialogActions>
        <Button kind={kind} isPending={isPending} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Asks before an operation is called. Closes when the operation is done; if it fails, the dialog stays and says why. It
 * is rendered only while it is open, so that an error is gone the next time.
 */
export function ConfirmOperation<Id extends OperationName>({
  operation,
  given,
  outdated,
  done,
  onDone,
  ...dialog
}: Omit<ConfirmDialogProps, 'isOpen' | 'isPending' | 'error' | 'onConfirm'> & {
  readonly operation: Id;
  readonly given: ArgumentsOf<Id>;
  /** The operations whose replies are then read again. */
  readonly outdated: readonly OperationName[];
  /** The message when it is done; absent if the page shows it. */
  readonly done?: string;
  readonly onDone?: () => void;
}): ReactNode {
  const show = useToast();
  const { run, isPending, error } = useAction(operation, outdated);
  const confirm = async (): Promise<void> => {
    await run(given);
    dialog.onClose();
    if (done !== undefined) show({ text: done });
    onDone?.();
  };
  return (
    <ConfirmDialog
      {...dialog}
      isOpen
      isPending={isPending}
      error={error}
      // The dialog shows the error.
      onConfirm={() => void confirm().catch(() => undefined)}
    />
  );
}

/** A button that opens a menu. Its content is made of `MenuItem` and `MenuSection`. */
export function Menu(props: Omit<MenuFrameProps, 'isPressed'>): ReactNode {
  const [isPressed, setPressed] = useState(false);
  return (
    <Suspense fallback={<Unready onPress={() => setPressed(true)}>{props.button}</Unready>}>
      <MenuFrame {...props} isPressed={isPressed} />
    </Suspense>
  );
}

/** A message at the edge of the page, with an action. */
export interface Toast {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Milliseconds that a message is seen; with an action, long enough to reach it. */
const SEEN = 5_000;
const SEEN_WITH_ACTION = 12_000;

/**
 * Keeps the element that had the focus before it came to a section, and gives it back when the section's control that
 * has it is removed. If that element is gone too, the page gets the focus.
 */
function useFocusOutside(section: RefObject<HTMLElement | null>) {
  const former = useRef<Element | null>(null);
  const isInside = useRef(false);
  const keep = useCallback(
    ({ relatedTarget }: FocusEvent): void => {
      if (section.current?.contains(relatedTarget) !== true) former.current = relatedTarget;
      isInside.current = true;
    },
    [section],
  );
  const restore = useCallback((): void => {
    if (!isInside.current || section.current?.contains(document.activeElement) === true) return;
    isInside.current = false;
    if (document.activeElement !== document.body) return;
    const outside = former.current?.isConnected === true ? former.current : document.getElementById('content');
    if (outside instanceof HTMLElement) outside.focus({ preventScroll: true });
  }, [section]);
  return { keep, restore };
}

export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const texts = useTexts(componentsTexts).overlays;
  const [toasts, setToasts] = useState<readonly (Toast & { readonly id: number })[]>([]);
  const section = useRef<HTMLElement>(null);
  const { keep, restore } = useFocusOutside(section);
  const dismiss = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  useEffect(restore, [restore, toasts]);
  const show = useCallback(
    (toast: Toast) => {
      const id = performance.now();
      setToasts((all) => [...all.slice(-2), { ...toast, id }]);
      setTimeout(() => dismiss(id), toast.action === undefined ? SEEN : SEEN_WITH_ACTION);
    },
    [dismiss],
  );
  return (
    <ToastContext value={show}>
      {children}
      <section ref={section} className="toasts" aria-label={texts.messages} aria-live="polite" onFocus={keep}>
        {toasts.map(({ id, text, action }) => (
          <div key={id} className="toast">
            <span>{text}</span>
            {action !== undefined && (
              <Button
                size="small"
                onClick={() => {
                  dismiss(id);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
            <Button size="small" kind="quiet" icon="close" aria-label={texts.close} onClick={() => dismiss(id)} />
          </div>
        ))}
      </section>
    </ToastContext>
  );
}

/** Returns the function that shows a message. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}
