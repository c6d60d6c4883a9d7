import {
  Dialog,
  DialogDismiss,
  DialogHeading,
  Menu,
  MenuButton,
  MenuGroup,
  MenuGroupLabel,
  MenuItem,
  MenuProvider,
} from '@ariakit/react';
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react';
import { usePressed } from './controls';
import { Icon, type IconName } from './icons';

/*
 * The parts of dialogs and menus that need the library of accessible components. `overlays.tsx` loads this file once
 * the page is shown: it is a third of the bytes of a first load with it.
 */

export interface DialogFrameProps {
  readonly title: string;
  /** True if only controls in the dialog close it. */
  readonly isRequired?: boolean;
  readonly closeButton: ReactElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Finds the element that gets the focus back when the dialog is closed. An item of a menu that opens a dialog is gone
 * by then: its place takes the button of the menu.
 */
function findOpener(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  return menu ? document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`) : null;
}

export function DialogFrame({
  title,
  isRequired = false,
  closeButton,
  onClose,
  children,
}: DialogFrameProps): ReactNode {
  const [opener] = useState(findOpener);
  return (
    <Dialog
      className="dialog"
      backdrop={<div className="backdrop" />}
      open
      onClose={onClose}
      hideOnEscape={!isRequired}
      hideOnInteractOutside={!isRequired}
      {...(opener !== null && { finalFocus: opener })}
    >
      <DialogHeading>{title}</DialogHeading>
      {children}
      {/* Last, so that the dialog begins at its first field; it is seen beside the heading. */}
      {!isRequired && (
        <div className="dialog-close">
          <DialogDismiss render={closeButton}>
            <Icon name="close" />
          </DialogDismiss>
        </div>
      )}
    </Dialog>
  );
}

/** Makes a button close the dialog that it is in. */
export function DialogClose({
  button,
  children,
}: {
  readonly button: ReactElement;
  readonly children: ReactNode;
}): ReactNode {
  return <DialogDismiss render={button}>{children}</DialogDismiss>;
}

export interface MenuFrameProps {
  /** The button, such as `<Button icon="check">Resolve</Button>`. */
  readonly button: ReactElement;
  readonly children: ReactNode;
  /** Of the menu, if the button has no text. */
  readonly label?: string;
  /** True if the button was pressed before the menu was loaded. */
  readonly isPressed: boolean;
}

export function MenuFrame({ button, children, label, isPressed }: MenuFrameProps): ReactNode {
  const opener = usePressed(isPressed);
  return (
    <MenuProvider>
      <MenuButton ref={opener} render={button} />
      <Menu
        className="popover"
        gutter={4}
        portal
        unmountOnHide

        {...(label !== undefined && { 'aria-label': label })}
      >
        {children}
      </Menu>
    </MenuProvider>
  );
}

export function MenuFrameSection({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <MenuGroup>
      <MenuGroupLabel className="popover-heading">{label}</MenuGroupLabel>
      {children}
    </MenuGroup>
  );
}

export interface MenuFrameItemProps extends Pick<ComponentProps<typeof MenuItem>, 'onClick' | 'disabled' | 'render'> {
  readonly icon?: IconName;
  readonly kind?: 'normal' | 'danger';
  readonly children: ReactNode;
}

export function MenuFrameItem({ icon, kind = 'normal', children, ...props }: MenuFrameItemProps): ReactNode {
  return (
    <MenuItem className="popover-item" data-kind={kind} {...props}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </MenuItem>
  );
}
