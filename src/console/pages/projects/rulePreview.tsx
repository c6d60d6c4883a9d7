import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { ErrorNotice } from '../../components/feedback';
import { DataTable } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { type Action, type ArgumentsOf, type DataOf } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
import { useTexts } from '../../state/texts';
import { alertsTexts } from '../../texts/alerts';

type PreviewedRule = ArgumentsOf<'previewAlertRule'>['body'];

/** Says which alerts the rule in a form would have sent in the last days. */
export function RulePreview({
  organization,
  project,
  rule,
  preview,
  onShow,
}: {
  readonly organization: string;
  readonly project: string;
  readonly rule: PreviewedRule;
  /** The form shows the errors of its fields. */
  readonly preview: Action<'previewAlertRule'>;
  /** Called before the rule is sent. */
  readonly onShow: () => void;
}): ReactNode {
  const texts = useTexts(alertsTexts).rulePreview;
  const [shown, setShown] = useState<{ readonly of: string; readonly result: DataOf<'previewAlertRule'> } | null>(null);
  // Its name does not matter, and may still be missing.
  const body = { ...rule, name: texts.title };
  const text = JSON.stringify(body);
  const { error } = preview;
  const show = (): void => {
    onShow();
    preview.run({ organization_slug: organization, project_slug: project, body }).then(
      (result) => setShown({ of: text, result }),
      () => setShown(null),
    );
  };
  return (
    <div className="stack">
      <div className="row">
        <Button onClick={show} isPending={preview.isPending}>
          {texts.show}
        </Button>
        <span className="muted small">{texts.help}</span>
      </div>
      {error !== null &&
        (Object.keys(error.fields).length > 0 ? (
          <p className="field-error">{texts.refused}</p>
        ) : (
          <ErrorNotice error={error} />
        ))}
      <div role="region" aria-label={texts.title} aria-live="polite" aria-busy={preview.isPending}>
        {shown !== null && (
          <div className="stack">
            {shown.of !== text && <p className="muted">{texts.outdated}</p>}
            <Result organization={organization} preview={shown.result} />
          </div>
        )}
      </div>
    </div>
  );
}

function Result({
  organization,
  preview: { alertCount, issueCount, issues, events, from, isPartial },
}: {
  readonly organization: string;
  readonly preview: DataOf<'previewAlertRule'>;
}): ReactNode {
  const texts = useTexts(alertsTexts).rulePreview;
  const format = useFormat();
  const compared = texts.compared(events, format.number(events));
  return (
    <>
      <p>
        {alertCount === 0
          ? texts.none(format.dateTime(from), compared)
          : texts.summary({
              alerts: texts.alerts(alertCount, format.number(alertCount)),
              issues: texts.issues(issueCount, format.number(issueCount)),
              since: format.dateTime(from),
              compared,
            })}{' '}
        {isPartial && texts.partial}
      </p>
      {issues.length > 0 && (
        <DataTable
          label={texts.title}
          rows={issues}
          keyOf={({ issue: { id } }) => id}
          columns={[
            {
              heading: texts.issue,
              cell: ({ issue: { shortId, title } }) => (
                <>
                  <Link to={pathOf(organization, 'issues', shortId)}>{title.slice(0, 160)}</Link>
                  <div className="muted small">{shortId}</div>
                </>
              ),
            },
            { heading: texts.count, kind: 'number', cell: ({ alerts }) => format.number(alerts) },
            { heading: texts.first, cell: ({ firstAlert }) => <TimeAgo time={firstAlert} /> },
            { heading: texts.last, cell: ({ lastAlert }) => <TimeAgo time={lastAlert} /> },
          ]}
        />
      )}
      <p className="muted small">{texts.limits}</p>
    </>
  );
}
