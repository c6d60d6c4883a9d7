import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { ErrorNotice } from '../../components/feedback';
import { Section } from '../../components/shell';
import { DataTable } from '../../components/table';
import { useFormat } from '../../components/time';
import { type DataOf, useAction, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectSettingsTexts } from '../../texts/projectSettings';
import type { FieldName, SettingDrafts } from './settingFields';
import { updateOfDrafts } from './settingsForm';

type RegroupingPreview = DataOf<'getGroupingPreview'>;

/** Milliseconds after which the progress is read again. */
const INTERVAL = 1000;

/** The settings that a preview compares. */
const COMPARED = [
  'groupingConfig',
  'fingerprintingRules',
  'groupingEnhancements',
] as const satisfies readonly FieldName[];

/** Says which issues would split or join with the settings that the form has, by the newest events. */
export function GroupingPreview({
  organization,
  project,
  drafts,
}: {
  readonly organization: string;
  readonly project: string;
  readonly drafts: SettingDrafts;
}): ReactNode {
  const texts = useTexts(projectSettingsTexts).groupingPreview;
  const mayWrite = useMayDo('project:write', 'project:admin');
  const path = { organization_slug: organization, project_slug: project };
  const create = useAction('createGroupingPreview', ['getGroupingPreview']);
  const [asked, setAsked] = useState<{ readonly id: string; readonly of: string } | null>(null);
  const preview = useOperation('getGroupingPreview', asked === null ? null : path, {
    refetchInterval: (data) => (data?.status === 'done' ? false : INTERVAL),
  });
  if (!mayWrite) return null;
  const body = updateOfDrafts(
    COMPARED.filter((name) => drafts[name] !== undefined),
    drafts,
  );
  const text = JSON.stringify(body);
  const begin = (): void => {
    const { groupingConfig, fingerprintingRules, groupingEnhancements } = body;
    const draft = {
      ...(groupingConfig !== undefined && { groupingConfig }),
      ...(typeof fingerprintingRules === 'string' && { fingerprintingRules }),
      ...(typeof groupingEnhancements === 'string' && { groupingEnhancements }),
    };
    create.run({ ...path, body: draft }).then(
      ({ id }) => setAsked({ id, of: text }),
      () => setAsked(null),
    );
  };
  const { data } = preview;
  const isRunning = create.isPending || (asked !== null && data?.status !== 'done');
  return (
    <Section title={texts.title}>
      <div className="row">
        <Button onClick={begin} isPending={isRunning}>
          {texts.begin}
        </Button>
        <span className="muted small">{texts.help}</span>
      </div>
      {create.error !== null && <ErrorNotice error={create.error} />}
      <div role="region" aria-label={texts.title} aria-live="polite" aria-busy={isRunning}>
        {asked !== null && data?.id === asked.id && (
          <div className="stack">
            {asked.of !== text && <p className="muted">{texts.outdated}</p>}
            <Changes organization={organization} preview={data} />
          </div>
        )}
      </div>
    </Section>
  );
}

function Changes({
  organization,
  preview: { status, eventsRead, maxEvents, issues, changes },
}: {
  readonly organization: string;
  readonly preview: RegroupingPreview;
}): ReactNode {
  const texts = useTexts(projectSettingsTexts).groupingPreview;
  const format = useFormat();
  const { stay, split, join } = issues;
  return (
    <>
      {status === 'running' && (
        <p>
          {texts.running(format.number(eventsRead))} <progress value={eventsRead} max={maxEvents} />
        </p>
      )}
      {status === 'done' && (
        <p>
          {texts.counts({
            events: texts.events(eventsRead, format.number(eventsRead)),
            stay: texts.stay(stay, format.number(stay)),
            split: texts.split(split, format.number(split)),
            join: texts.join(join, format.number(join)),
          })}
        </p>
      )}
      {changes.length > 0 && (
        <DataTable
          label={texts.title}
          rows={changes}
          keyOf={({ id }) => id}
          columns={[
            {
              heading: texts.issue,
              cell: ({ id, shortId, title }) => (
                <>
                  <Link to={pathOf(organization, 'issues', id)}>{title.slice(0, 160)}</Link>
                  <div className="muted small">{shortId}</div>
                </>
              ),
            },
            { heading: texts.outcome, cell: ({ outcome }) => <span className="badge">{texts.outcomes[outcome]}</span> },
            {
              heading: texts.parts,
              cell: ({ id, groups }) => (
                <ul>
                  {groups.map(({ exampleEvent, events, joins }) => (
                    <li key={exampleEvent}>
                      <Link to={pathOf(organization, 'issues', id, 'events', exampleEvent)}>
                        {texts.events(events, format.number(events))}
                      </Link>
                      {joins.length > 0 && ` ${texts.with(joins.join(', '))}`}
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
