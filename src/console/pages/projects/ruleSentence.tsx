import type { ReactNode } from 'react';
import { useLevelName } from '../../components/levelName';
import { useFormat } from '../../components/time';
import { useOperation, useWholeList } from '../../state/api';
import { useMayDo, useSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { alertsTexts } from '../../texts/alerts';
import { TICKET_SYSTEM_NAMES } from '../organization/ticketSystems';
import { describeRule, type ReceiverName } from './alertTexts';

/** Members, teams and ticket connections to choose from, as far as the caller may read them. */
export function useReceivers(organization: string) {
  const { member } = useSession();
  const scope = { organization_slug: organization };
  const mayReadMembers = useMayDo('member:read', 'member:write', 'member:admin');
  const mayReadTeams = useMayDo('team:read', 'team:write', 'team:admin', 'org:read', 'org:write', 'org:admin');
  const members = useWholeList('listMembers', mayReadMembers ? scope : null, { staleTime: 60_000 }).data ?? [member];
  const teams = useWholeList('listTeams', mayReadTeams ? scope : null, { staleTime: 60_000 }).data ?? [];
  const connections = useOperation('listTicketConnections', scope, { staleTime: 60_000 }).data ?? [];
  const named = {
    member: members.map(({ id, email }) => ({ value: id, text: email })),
    team: teams.map(({ id, slug }) => ({ value: id, text: `#${slug}` })),
    ticket: connections.map(({ id, kind, project }) => ({
      value: id,
      text: `${project} (${TICKET_SYSTEM_NAMES[kind]})`,
    })),
  };
  const nameOf: ReceiverName = (type, id) => named[type].find(({ value }) => value === id)?.text ?? null;
  return { named, nameOf };
}

/** Says in a sentence what a rule does. */
export function RuleSentence({
  rule,
  nameOf,
}: {
  readonly rule: Parameters<typeof describeRule>[0];
  readonly nameOf: ReceiverName;
}): ReactNode {
  const words = useTexts(alertsTexts).alertWords;
  const [format, levelName] = [useFormat(), useLevelName()];
  return <p>{describeRule(rule, words, { format, levelName, nameOf })}</p>;
}
