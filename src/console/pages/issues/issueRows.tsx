import { memo, type ReactNode } from 'react';
import { Sparkline } from '../../components/charts';
import type { PlotPoint } from '../../components/chartBars';
import { Icon } from '../../components/icons';
import { useLevelName } from '../../components/levelName';
import { TimeAgo, useFormat } from '../../components/time';
import { usePreferences } from '../../state/preferences';
import { Link } from '../../state/router';
import { useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import { substatusKind } from '../issue/substatusKind';
import { AssigneePicker } from './assigneePicker';
import { type ListedAssignee, initialsOf, type ListedIssue, splitTitle } from './issueListState';
import styles from './issuesPage.module.css';

const COUNT = `numeric ${styles.count ?? ''}`;

/** The handlers of the list for the actions in a row. */
export interface RowHandlers {
  readonly onSelect: (id: string, isRange: boolean) => void;
  readonly onFocus: (id: string) => void;
  readonly onAssignOpen: (id: string, isOpen: boolean) => void;
  readonly onAssign: (id: string, assignee: ListedAssignee | null, done: string) => void;
}

/** The values that the page of an issue gets from the list that led to it. */
export interface FromIssueList {
  /** The address of the list, to go back to. */
  readonly list: string;
  /** The issues of the list's page, for the previous and the next one. */
  readonly issues: readonly string[];
}

/** Returns the id of the link of an issue in the document. */
export function issueLinkId(id: string): string {
  return `issue-${id}`;
}

/** The issues of a page as a table; on narrow screens as a list of cards. */
export function IssueRows({
  issues,
  selected,
  active,
  assigning,
  mayChange,
  pathTo,
  from,
  handlers,
}: {
  readonly issues: readonly ListedIssue[];
  readonly selected: ReadonlySet<string>;
  readonly active: string | null;
  /** The issue whose assignee is being chosen, and whether the list is open. */
  readonly assigning: { readonly id: string; readonly isOpen: boolean } | null;
  readonly mayChange: boolean;
  readonly pathTo: (id: string) => string;
  readonly from: FromIssueList;
  readonly handlers: RowHandlers;
}): ReactNode {
  const texts = useTexts(issuesTexts).issueRows;
  const { preferences } = usePreferences();
  return (
    <table className={styles.table} aria-label={texts.list} data-density={preferences.density}>
      <TableHead mayChange={mayChange} />
      <tbody>
        {issues.map((issue) => (
          <IssueRow
            key={issue.id}
            issue={issue}
            isSelected={selected.has(issue.id)}
            isActive={issue.id === active}
            assigning={assigning?.id === issue.id ? (assigning.isOpen ? 'open' : 'closed') : null}
            mayChange={mayChange}
            path={pathTo(issue.id)}
            from={from}
            handlers={handlers}
          />
        ))}
      </tbody>
    </table>
  );
}

/**
 * The columns of the table. Not those of a `DataTable`: rows are selected and marked, and a narrow list leaves columns
 * out before it becomes cards.
 */
function TableHead({ mayChange }: { readonly mayChange: boolean }): ReactNode {
  const texts = useTexts(issuesTexts).issueRows;
  const columns = [
    { text: texts.issue },
    { text: texts.graph, className: styles.graph },
    { text: texts.events, className: COUNT },
    { text: texts.users, className: COUNT },
    { text: texts.first, className: styles.first },
    { text: texts.last, className: styles.last },
    { text: texts.assignee, className: styles.assignee },
  ];
  return (
    <thead>
      <tr>
        {mayChange && (
          <th scope="col" className={styles.box}>
            <span className="hidden-text">{texts.box}</span>
          </th>
        )}
        {columns.map(({ text, className }) => (
          <th key={text} scope="col" className={className}>
            {text}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface IssueRowProps {
  readonly issue: ListedIssue;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly assigning: 'open' | 'closed' | null;
  readonly mayChange: boolean;
  readonly path: string;
  readonly from: FromIssueList;
  readonly handlers: RowHandlers;
}

/** One issue. A row is drawn again only if it changes: lists are long, and each has a picture. */
const IssueRow = memo(function IssueRow(props: IssueRowProps): ReactNode {
  const { issue, isSelected, isActive, mayChange, handlers } = props;
  const { count, userCount, lastSeen } = issue.filtered ?? issue;
  return (
    <tr data-selected={isSelected} data-active={isActive} onFocus={() => handlers.onFocus(issue.id)}>
      {mayChange && <SelectCell {...props} />}
      <td className={styles.issue}>
        <IssueTitle {...props} />
        <IssueMeta issue={issue} />
      </td>
      <td className={styles.graph}>
        <IssueGraph issue={issue} />
      </td>
      <CountCell count={Number(count)} ofAll={Number(issue.count)} unit="unitEvents" />
      <CountCell count={userCount} ofAll={issue.userCount} unit="unitUsers" />
      <td className={styles.first}>
        <TimeAgo time={issue.firstSeen} />
      </td>
      <td className={styles.last}>
        <TimeAgo time={lastSeen ?? issue.lastSeen} />
      </td>
      <td className={styles.assignee}>
        <Assignee {...props} />
      </td>
    </tr>
  );
});

function SelectCell({ issue, isSelected, handlers }: IssueRowProps): ReactNode {
  const texts = useTexts(issuesTexts).issueRows;
  return (
    <td className={styles.box}>
      <label className={styles.boxLabel}>
        <input
          type="checkbox"
          aria-label={texts.select(issue.shortId)}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => handlers.onSelect(issue.id, event.shiftKey)}
        />
      </label>
    </td>
  );
}

/** The link to an issue, the place of its error, and the error's message. */
function IssueTitle({ issue, path, from }: IssueRowProps): ReactNode {
  const texts = useTexts(issuesTexts).issueRows;
  const { name, message } = splitTitle(issue);
  return (
    <>
      <div className={styles.title}>
        <Link id={issueLinkId(issue.id)} to={path} state={from} data-seen={issue.hasSeen}>
          {!issue.hasSeen && <span className="hidden-text">{texts.unseen}</span>}
          {name}
        </Link>
        {issue.culprit !== null && issue.culprit !== '' && <span className="muted small clip">{issue.culprit}</span>}
      </div>
      {message !== null && <div className={`clip ${styles.message ?? ''}`}>{message}</div>}
    </>
  );
}

/** The line below the title: the level and the state of an issue, its id and project, and its marks. */
function IssueMeta({ issue }: Pick<IssueRowProps, 'issue'>): ReactNode {
  const texts = useTexts(issuesTexts).issueRows;
  const format = useFormat();
  const levelName = useLevelName();
  return (
    <div className={styles.meta}>
      <span className={styles.level} data-level={issue.level}>
        {levelName(issue.level)}
      </span>
      <StateBadge issue={issue} />
      <span className="nowrap">{issue.shortId}</span>
      <span className="clip">{issue.project.name}</span>
      {issue.isBookmarked && (
        <span className={styles.mark} title={texts.bookmarked}>
          <Icon name="bookmark" />
          <span className="hidden-text">{texts.bookmarked}</span>
        </span>
      )}
      {issue.numComments > 0 && (
        <span className={styles.mark} title={texts.comments(issue.numComments)}>
          <Icon name="comment" />
          <span aria-hidden="true">{format.number(issue.numComments)}</span>
          <span className="hidden-text">{texts.comments(issue.numComments)}</span>
        </span>
      )}
    </div>
  );
}

/**
 * A number, short; the whole number is its title, and cards have its unit beside it.
 * @param ofAll the number of all times and environments, which the title names too if it differs
 */
function CountCell({
  count,
  ofAll,
  unit,
}: {
  readonly count: number;
  readonly ofAll: number;
  readonly unit: 'unitEvents' | 'unitUsers';
}): ReactNode {
  const texts = useTexts(issuesTexts).issueRows;
  const format = useFormat();
  const number = format.number(count);
  return (
    <td className={COUNT} title={count === ofAll ? number : texts.ofAll(number, format.number(ofAll))}>
      {format.shortNumber(count)}
      <span className={styles.unit}> {texts[unit](count)}</span>
    </td>
  );
}

/** Shows the reason why an issue needs attention, or that it needs none. */
function StateBadge({ issue }: { readonly issue: ListedIssue }): ReactNode {
  const texts = useTexts(issuesTexts).issueRows;
  if (issue.status === 'resolved')
    return (
      <span className="badge" data-kind="success">
        {texts.resolved}
      </span>
    );
  if (issue.status === 'ignored') return <span className="badge">{texts.ignored}</span>;
  const { substatus } = issue;
  if (substatus !== 'new' && substatus !== 'regressed' && substatus !== 'escalating') return null;
  return (
    <span className="badge" data-kind={substatusKind(substatus)}>
      {texts[substatus]}
    </span>
  );
}

function IssueGraph({ issue }: { readonly issue: ListedIssue }): ReactNode {
  const texts = useTexts(issuesTexts).issueRows;
  const format = useFormat();
  const points = Object.values(issue.stats ?? {})[0]?.map(([seconds = 0, count = 0]): PlotPoint => [seconds, count]);
  if (points === undefined) return null;
  const total = points.reduce((sum, [, count]) => sum + count, 0);
  return <Sparkline points={points} label={texts.eventsIn(format.number(total))} />;
}

/** The letters of the member or team that an issue is assigned to. Who may change it chooses another one here. */
function Assignee({ issue, assigning, mayChange, handlers }: IssueRowProps): ReactNode {
  const texts = useTexts(issuesTexts).issueRows;
  const { assignedTo } = issue;
  const name = assignedTo === null ? texts.nobody : texts.assignedTo(assignedTo.name);
  const letters = (
    <span className={styles.avatar} data-type={assignedTo?.type ?? 'nobody'} aria-hidden="true">
      {assignedTo === null ? <Icon name="user" /> : initialsOf(assignedTo.name)}
    </span>
  );
  if (!mayChange)
    return (
      <span title={name}>
        {letters}
        <span className="hidden-text">{name}</span>
      </span>
    );
  const button = (
    <button
      type="button"
      className={styles.avatarButton}
      aria-label={name}
      title={name}
      onClick={() => handlers.onAssignOpen(issue.id, true)}
    >
      {letters}
    </button>
  );
  if (assigning === null) return button;
  return (
    <AssigneePicker
      issues={[issue]}
      count={1}
      isOpen={assigning === 'open'}
      onOpenChange={(isOpen) => handlers.onAssignOpen(issue.id, isOpen)}
      onAssign={(assignee, done) => handlers.onAssign(issue.id, assignee, done)}
      button={
        <button type="button" className={styles.avatarButton} title={name}>
          {letters}
        </button>
      }
    />
  );
}
