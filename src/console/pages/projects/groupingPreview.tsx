import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { ErrorNotice } from '../../components/feedback';
import { ConfirmOperation } from '../../components/overlays';
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
    refetchInterval: (data) => (data?.status === 'done' && !isRegrouping(data) ? false : INTERVAL),
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
            {data.status === 'done' && (
              <Application
                organization={organization}
                project={project}
                preview={data}
                isOutdated={asked.of !== text && data.application?.id !== data.id}
              />
            )}
          </div>
        )}
      </div>
    </Section>
  );
}

function isRegrouping({ application }: RegroupingPreview): boolean {
  return application?.status === 'running' || application?.status === 'undoing';
}

/** Applies the draft of a preview, and says what became of it. */
function Application({
  organization,
  project,
  preview: { id, application, maxEvents },
  isOutdated,
}: {
  readonly organization: string;
  readonly project: string;
  readonly preview: RegroupingPreview;
  readonly isOutdated: boolean;
}): ReactNode {
  const texts = useTexts(projectSettingsTexts).groupingPreview;
  const format = useFormat();
  const mayWriteIssues = useMayDo('event:write', 'event:admin');
  const [asks, setAsks] = useState<'apply' | 'undo' | null>(null);
  const close = (): void => setAsks(null);
  const applied = application?.id === id ? application : undefined;
  const count = format.number(applied?.eventsMoved ?? 0);
  const { split = 0, joined = 0, skipped = 0 } = applied?.issues ?? {};
  return (
    <div className="stack">
      {(applied === undefined || applied.status === 'undone') && !isOutdated && (
        <div className="row">
          <Button kind="primary" onClick={() => setAsks('apply')}>
            {texts.apply}
          </Button>
          <span className="muted small">{texts.applyHelp}</span>
        </div>
      )}
      {applied?.status === 'running' && (
        <p>
          {texts.applying(format.number(applied.eventsRead), count)}{' '}
          <progress value={applied.eventsRead} max={maxEvents} />
        </p>
      )}
      {applied?.status === 'done' && (
        <>
          <p>
            {texts.applied({
              events: texts.moved(applied.eventsMoved, count),
              split: texts.wasSplit(split, format.number(split)),
              joined: texts.hasJoined(joined, format.number(joined)),
            })}
            {applied.hasOlderEvents && ` ${texts.older(format.number(maxEvents))}`}
            {skipped > 0 && ` ${texts.skipped(skipped, format.number(skipped))}`}
          </p>
          {applied.changeId !== undefined && mayWriteIssues && (
            <div className="row">
              <Button onClick={() => setAsks('undo')}>{texts.undo}</Button>
            </div>
          )}
        </>
      )}
      {applied?.status === 'undoing' && <p>{texts.undoing}</p>}
      {applied?.status === 'undone' && <p>{texts.undone}</p>}
      {asks === 'apply' && (
        <ConfirmOperation
          title={texts.applyTitle}
          action={texts.apply}
          kind="primary"
          operation="applyGroupingPreview"
          given={{ organization_slug: organization, project_slug: project, body: { id } }}
          outdated={['getGroupingPreview', 'getProject']}
          onClose={close}
        >
          <p>{texts.applyText(format.number(maxEvents))}</p>
        </ConfirmOperation>
      )}
      {asks === 'undo' && applied?.changeId !== undefined && (
        <ConfirmOperation
          title={texts.undoTitle}
          action={texts.undo}
          operation="undoIssueChange"
          given={{ organization_slug: organization, change_id: applied.changeId }}
          outdated={['getGroupingPreview', 'getProject']}
          onClose={close}
        >
          <p>{texts.undoText}</p>
        </ConfirmOperation>
      )}
    </div>
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
