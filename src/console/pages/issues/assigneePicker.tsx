import type { ReactElement, ReactNode } from 'react';
import { Picker } from '../../components/picker';
import { useWholeList } from '../../state/api';
import { useParams } from '../../state/router';
import { useSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import type { ListedAssignee, ListedIssue } from './issueListState';

/** The value of the entry for nobody. */
const NOBODY = 'nobody';

const SETTINGS = { staleTime: 300_000 };

/** A button that opens the list of whom issues can be assigned to. */
export function AssigneePicker({
  issues,
  count,
  button,
  isOpen,
  onOpenChange,
  onAssign,
}: {
  readonly issues: readonly ListedIssue[];
  /** Number of issues that are assigned. */
  readonly count: number;
  readonly button: ReactElement;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** @param done the announcement of the change */
  readonly onAssign: (assignee: ListedAssignee | null, done: string) => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).assigneePicker;
  const { organization = '' } = useParams();
  const { member } = useSession();
  const scope = { organization_slug: organization };
  const teams = useWholeList('listTeams', scope, SETTINGS).data ?? [];
  const members = useWholeList('listMembers', scope, SETTINGS).data ?? [];
  const optionOf = (assignee: ListedAssignee, text: string) => ({
    value: `${assignee.type}:${assignee.id}`,
    text,
    assignee,
  });
  const options = [
    optionOf({ type: 'user', id: member.id, name: member.email }, texts.me(member.email)),
    { value: NOBODY, text: texts.nobody, assignee: null },
    ...teams.map(({ id, name, slug }) => optionOf({ type: 'team', id, name }, `#${slug}`)),
    ...members
      .filter(({ id }) => id !== member.id)
      .map(({ id, email }) => optionOf({ type: 'user', id, name: email }, email)),
  ];
  const current = new Set(
    issues.map(({ assignedTo }) => (assignedTo ? `${assignedTo.type}:${assignedTo.id}` : NOBODY)),
  );
  const [value = ''] = current.size === 1 ? current : [];
  const choose = (chosen: string): void => {
    const option = options.find((one) => one.value === chosen);
    if (option === undefined || chosen === value) return;
    const { assignee, text } = option;
    if (assignee === null) onAssign(null, texts.unassigned(count));
    else onAssign(assignee, texts.assigned(count, assignee.type === 'team' ? text : assignee.name));
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
