import type { ReactNode } from 'react';
import { Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { TimeAgo } from '../../components/time';
import { type RecordOfList, useList, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import type { SettingsPartProps } from './partDrafts';
import styles from './alerts.module.css';

const TEXTS = defineTexts({
  en: {
    title: 'To whom the latest events belong',
    help: 'What the saved rules say of the events that arrived last, whether or not they assign issues.',
    none: 'The project has no event yet. Once it has, you see here which rule decides about each.',
    event: 'Event',
    owners: 'Owners',
    rule: 'Rule that decides',
    nobody: 'nobody',
    line: (number: number) => `line ${number}`,
  },
  de: {
    title: 'Wem die letzten Ereignisse gehören',
    help: 'Was die gespeicherten Regeln zu den zuletzt angekommenen Ereignissen sagen, auch wenn sie keine Issues zuweisen.',
    none: 'Das Projekt hat noch kein Ereignis. Sobald es eines hat, sehen Sie hier, welche Regel über jedes entscheidet.',
    event: 'Ereignis',
    owners: 'Zuständig',
    rule: 'Regel, die entscheidet',
    nobody: 'niemand',
    line: (number) => `Zeile ${number}`,
  },
});

/** Events that are looked at; each is a request. */
const SHOWN = 5;

/** The events that arrived last, with the ownership rule that decides about each. */
export function LatestOwners({
  organization,
  project,
}: Pick<SettingsPartProps, 'organization' | 'project'>): ReactNode {
  const texts = useTexts(TEXTS);
  const mayRead = useMayDo('project:read', 'project:write', 'project:admin');
  const given = { organization_slug: organization, project_slug: project.slug, per_page: SHOWN };
  const events = useList('listProjectEvents', mayRead ? given : null);
  return (
    <Section title={texts.title}>
      <Loaded query={events} lines={SHOWN}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="muted">{texts.none}</p>
          ) : (
            <>
              <p className="muted">{texts.help}</p>
              <div className="scroll" tabIndex={0} role="region" aria-label={texts.title}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{texts.event}</th>
                      <th scope="col">{texts.owners}</th>
                      <th scope="col">{texts.rule}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {records.map((event) => (
                      <EventRow key={event.id} organization={organization} project={project} event={event} />
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function EventRow({
  organization,
  project,
  event: { eventID, groupID, title, location, dateCreated },
}: Pick<SettingsPartProps, 'organization' | 'project'> & {
  readonly event: RecordOfList<'listProjectEvents'>;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const given = { organization_slug: organization, project_slug: project.slug, event_id: eventID };
  const { data, error } = useOperation('getEventOwners', given);
  const deciding = data?.rules.find(({ rule }) => rule === data.rule);
  return (
    <tr>
      <td className={styles.sentences}>
        <Link to={pathOf(organization, 'issues', groupID, 'events', eventID)}>{title}</Link>
        <div className="muted small">
          {location} <TimeAgo time={dateCreated} />
        </div>
      </td>
      <td>
        {error?.message}
        {data?.owners.map(({ name }) => name).join(', ')}
        {data?.owners.length === 0 && <span className="muted">{texts.nobody}</span>}
      </td>
      <td className={styles.sentences}>
        {deciding !== undefined && (
          <>
            <code>{deciding.rule}</code> <span className="muted small nowrap">{texts.line(deciding.line)}</span>
          </>
        )}
      </td>
    </tr>
  );
}
