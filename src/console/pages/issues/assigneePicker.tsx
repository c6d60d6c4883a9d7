import type { ReactElement, ReactNode } from 'react';
import { Picker } from '../../components/picker';
import { useWholeList } from '../../state/api';
import { useParams } from '../../state/router';
import { useSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import type { ListedIssue } from './issueListState';

/** The value of the entry for nobody. */
const NOBODY = 'nobody';

const SETTINGS = { staleTime: 300_000 };

/** A button that opens the list of whom issues can be assigned to. */
export function AssigneePicker({
  issues,
  button,
  isOpen,
  onOpenChange,
  onAssign,
}: {
  readonly issues: readonly ListedIssue[];
  readonly button: ReactElement;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** @param done the announcement of the change */
  readonly onAssign: (assignedTo: string | null, done: string) => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).assigneePicker;
  const { organization = '' } = useParams();
  const { member } = useSession();
  const scope = { organization_slug: organization };
  const teams = useWholeList('listTeams', scope, SETTINGS).data ?? [];
  const members = useWholeList('listMembers', scope, SETTINGS).data ?? [];
  const options = [
    { value: `user:${member.id}`, text: texts.me(member.email) },
    { value: NOBODY, text: texts.nobody },
    ...teams.map(({ id, slug }) => ({ value: `team:${id}`, text: `#${slug}` })),
    ...members.filter(({ id }) => id !== member.id).map(({ id, email }) => ({ value: `user:${id}`, text: email })),
  ];
  const current = new Set(
    issues.map(({ assignedTo }) => (assignedTo ? `${assignedTo.type}:${assignedTo.id}` : NOBODY)),
  );
  const [value = ''] = current.size === 1 ? current : [];
  const choose = (chosen: string): void => {
    if (chosen === value) return;
    if (chosen === NOBODY) onAssign(null, texts.unassigned(issues.length));
    else {
      const name = chosen === `user:${member.id}` ? member.email : options.find((one) => one.value === chosen)?.text;
      onAssign(chosen, texts.assigned(issues.length, name ?? chosen));
    }
  };
  return (
    <Picker
      label={texts.assign}
      summary={options.find((one) => one.value === value)?.text ?? texts.several}
      options={options}
      value={value}
      button={button}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onChange={choose}
    />
  );
}
