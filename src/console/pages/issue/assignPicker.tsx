import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider, Menu, MenuButton, MenuProvider } from '@ariakit/react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Icon, type IconName } from '../../components/icons';
import { useSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { useAssignees } from './choices';
import styles from './issuePage.module.css';

interface Candidate {
  /** Value of `assignedTo` in the contract; null for nobody. */
  readonly value: string | null;
  readonly label: string;
  readonly icon: IconName;
}

const MAX_SHOWN = 30;

/** A button that opens a list of members and teams with a search. */
export default function AssignPicker({
  organization,
  button,
  isOpen,
  onOpenChange,
  onAssign,
}: {
  readonly organization: string;
  readonly button: ReactElement;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onAssign: (assignee: string | null, label: string) => void;
}): ReactNode {
  const texts = useTexts(issueTexts).assignPicker;
  const [search, setSearch] = useState('');
  // Without it, a list that a key has opened would not get the focus.
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const candidates = useCandidates(organization, isOpen);
  const text = search.trim().toLowerCase();
  const matches = candidates.filter(({ label }) => label.toLowerCase().includes(text)).slice(0, MAX_SHOWN);
  const typed: readonly Candidate[] =
    matches.length === 0 && /^[^\s@]+@\S+$/.test(text) ? [{ value: text, label: text, icon: 'user' }] : [];
  return (
    <ComboboxProvider resetValueOnHide compositeElementInFocusOrder={false} setInputValue={setSearch}>
      <MenuProvider open={isOpen} setOpen={onOpenChange}>
        <MenuButton render={button} />
        <Menu
          className="popover"
          gutter={4}
          portal
          unmountOnHide
          aria-label={texts.title}
          composite={false}
          initialFocus={field}
        >
          <Combobox
            ref={setField}
            autoSelect
            className={`input ${styles['search'] ?? ''}`}
            placeholder={texts.search}
            aria-label={texts.search}
          />
          <ComboboxList>
            {[...matches, ...typed].map(({ value, label, icon }) => (
              <ComboboxItem
                key={value ?? ''}
                className="popover-item"
                hideOnClick
                setValueOnClick={false}
                onClick={() => onAssign(value, label)}
              >
                <Icon name={icon} />
                <span className="clip">{label}</span>
              </ComboboxItem>
            ))}
          </ComboboxList>
          {matches.length + typed.length === 0 && <p className="popover-heading">{texts.none}</p>}
        </Menu>
      </MenuProvider>
    </ComboboxProvider>
  );
}

/** Returns the possible assignees of an issue: the caller, nobody, teams and members. */
function useCandidates(organization: string, isNeeded: boolean): readonly Candidate[] {
  const texts = useTexts(issueTexts).assignPicker;
  const { member } = useSession();
  const { members, teams } = useAssignees(organization, isNeeded);
  return [
    { value: `user:${member.id}`, label: `${texts.me} (${member.email})`, icon: 'user' },
    { value: null, label: texts.nobody, icon: 'close' },
    ...teams.map(({ id, slug }): Candidate => ({ value: `team:${id}`, label: `#${slug}`, icon: 'people' })),
    ...members
      .filter(({ id }) => id !== member.id)
      .map(({ id, email }): Candidate => ({ value: `user:${id}`, label: email, icon: 'user' })),
  ];
}
