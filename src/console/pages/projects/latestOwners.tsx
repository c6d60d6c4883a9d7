import type { ReactNode } from 'react';
import { Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { TimeAgo } from '../../components/time';
import { type RecordOfList, useList, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectSettingsTexts } from '../../texts/projectSettings';
import type { SettingsPartProps } from './partDrafts';

/** Events that are looked at; each is a request. */
const SHOWN = 5;

type LatestEvent = RecordOfList<'listProjectEvents'>;

interface EventProps extends Pick<SettingsPartProps, 'organization' | 'project'> {
  readonly event: LatestEvent;
}

/** The events that arrived last, with the ownership rule that decides about each. */
export function LatestOwners(place: Pick<SettingsPartProps, 'organization' | 'project'>): ReactNode {
  const texts = useTexts(projectSettingsTexts).latestOwners;
  const { organization, project } = place;
  const mayRead = useMayDo('project:read', 'project:write', 'project:admin');
  const given = { organization_slug: organization, project_slug: project.slug, per_page: SHOWN };
  const events = useList('listProjectEvents', mayRead ? given : null);
  const columns: readonly TableColumn<LatestEvent>[] = [
    {
      heading: texts.event,
      cell: ({ eventID, groupID, title, location, dateCreated }) => (
        <>
          <Link to={pathOf(organization, 'issues', groupID, 'events', eventID)}>{title}</Link>
          <div className="muted small">
            {location} <TimeAgo time={dateCreated} />
          </div>
        </>
      ),
    },
    { heading: texts.owners, cell: (event) => <Owners {...place} event={event} /> },
    { heading: texts.rule, cell: (event) => <DecidingRule {...place} event={event} /> },
  ];
  return (
    <Section title={texts.title}>
      <Loaded query={events} lines={SHOWN}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="muted">{texts.none}</p>
          ) : (
            <>
              <p className="muted">{texts.help}</p>
              <DataTable label={texts.title} columns={columns} rows={records} keyOf={({ id }) => id} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

/** Reads to whom an event belongs. */
function useOwners({ organization, project, event: { eventID } }: EventProps) {
  const given = { organization_slug: organization, project_slug: project.slug, event_id: eventID };
  return useOperation('getEventOwners', given);
}

function Owners(props: EventProps): ReactNode {
  const texts = useTexts(projectSettingsTexts).latestOwners;
  const { data, error } = useOwners(props);
  return (
    <>
      {error?.message}
      {data?.owners.map(({ name }) => name).join(', ')}
      {data?.owners.length === 0 && <span className="muted">{texts.nobody}</span>}
    </>
  );
}

function DecidingRule(props: EventProps): ReactNode {
  const texts = useTexts(projectSettingsTexts).latestOwners;
  const { data } = useOwners(props);
  const deciding = data?.rules.find(({ rule }) => rule === data.rule);
  if (deciding === undefined) return null;
  return (
    <>
      <code>{deciding.rule}</code> <span className="muted small nowrap">{texts.line(deciding.line)}</span>
    </>
  );
}
