import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { ConfirmDialog, Menu, MenuItem, MenuSection } from '../../components/overlays';
import { Icon } from '../../components/icons';
import { useMayDo } from '../../state/session';
import { type TextsOf, useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import { AssigneePicker } from './assigneePicker';
import type { BulkChange, SelectedIssues } from './issueListState';
import styles from './issuesPage.module.css';
import type { ListChanges } from './useIssueChanges';

type BulkTexts = TextsOf<typeof issuesTexts>['bulkBar'];

/** Returns the changes that shortcuts make to issues without the bar. */
export function useQuickChanges(changes: ListChanges) {
  const texts = useTexts(issuesTexts).bulkBar;
  return {
    resolve: (selection: SelectedIssues) =>
      changes.change(selection, { status: 'resolved' }, texts.resolved(selection.count)),
    ignore: (selection: SelectedIssues) =>
      changes.change(
        selection,
        { status: 'ignored', statusDetails: { ignoreUntilEscalating: true } },
        texts.ignored(selection.count),
      ),
  };
}

/** The ways to ignore issues, by the name of their text. */
const IGNORING = {
  escalating: { ignoreUntilEscalating: true },
  forOneHour: { ignoreDuration: 60 },
  forOneDay: { ignoreDuration: 24 * 60 },
  forOneWeek: { ignoreDuration: 7 * 24 * 60 },
  tenMore: { ignoreCount: 10 },
  hundredMore: { ignoreCount: 100 },
  tenUsers: { ignoreUserCount: 10 },
  forever: {},
} as const satisfies Partial<Record<keyof BulkTexts, BulkChange['statusDetails']>>;

const IGNORING_NAMES = Object.keys(IGNORING) as (keyof typeof IGNORING)[];

/** The actions for the selected issues. Those that also change issues of other pages ask first. */
export function BulkBar({
  selection,
  changes,
  isAssigning,
  onAssigning,
  onDone,
}: {
  readonly selection: SelectedIssues;
  readonly changes: ListChanges;
  readonly isAssigning: boolean;
  readonly onAssigning: (isOpen: boolean) => void;
  /** Called once issues are changed, so that they are no longer selected. */
  readonly onDone: (selection: SelectedIssues) => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).bulkBar;
  const [isRemoving, setRemoving] = useState(false);
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const { issues, count } = selection;
  const { isPending } = changes;
  const perform = async (action: (selection: SelectedIssues) => Promise<boolean>): Promise<void> => {
    const isDone = await action(selection);
    setRemoving(false);
    setAsked(null);
    if (isDone) onDone(selection);
  };
  const ask = (name: string, action: AskedChange['action']): void => {
    if (selection.search === null) void perform(action);
    else setAsked({ name, action });
  };
  const run = (name: string, change: BulkChange, done: string): void =>
    ask(name, (chosen) => changes.change(chosen, change, done));
  return (
    <div className={styles.bulk} role="group" aria-label={texts.bar}>
      <span className="nowrap" aria-live="polite">
        {isPending ? texts.changing : texts.selected(count)}
      </span>
      <Menu button={<MenuButton text={texts.resolve} isDisabled={isPending} picture="check" />}>
        <MenuItem onClick={() => run(texts.resolve, { status: 'resolved' }, texts.resolved(count))}>
          {texts.now}
        </MenuItem>
        <MenuItem
          onClick={() =>
            run(
              texts.resolve,
              { status: 'resolved', statusDetails: { inNextRelease: true } },
              texts.resolvedNext(count),
            )
          }
        >
          {texts.nextRelease}
        </MenuItem>
        {issues.some(({ status }) => status !== 'unresolved') && (
          <MenuItem onClick={() => run(texts.reopen, { status: 'unresolved' }, texts.reopened(count))}>
            {texts.reopen}
          </MenuItem>
        )}
      </Menu>
      <Menu button={<MenuButton text={texts.ignore} isDisabled={isPending} picture="mute" />}>
        {IGNORING_NAMES.map((name) => (
          <MenuItem
            key={name}
            onClick={() =>
              run(texts.ignore, { status: 'ignored', statusDetails: IGNORING[name] }, texts.ignored(count))
            }
          >
            {texts[name]}
          </MenuItem>
        ))}
      </Menu>
      <AssigneePicker
        issues={issues}
        count={count}
        isOpen={isAssigning}
        onOpenChange={onAssigning}
        onAssign={(assignee, done) => ask(texts.assign, (chosen) => changes.assign(chosen, assignee, done))}
        button={<MenuButton text={texts.assign} isDisabled={isPending} picture="user" />}
      />
      <MoreMenu selection={selection} isDisabled={isPending} onChange={run} onRemove={() => setRemoving(true)} />
      <ConfirmDialog
        title={texts.removeTitle(count)}
        isOpen={isRemoving}
        isPending={isPending}
        action={texts.removeAction(count)}
        onConfirm={() => void perform(changes.remove)}
        onClose={() => setRemoving(false)}
      >
        {selection.search !== null && <p>{texts.otherPages}</p>}
        <p>{texts.removeHelp}</p>
      </ConfirmDialog>
      {asked !== null && (
        <ConfirmDialog
          title={texts.askTitle(asked.name, count)}
          isOpen
          kind="primary"
          isPending={isPending}
          action={texts.askAction(count)}
          onConfirm={() => void perform(asked.action)}
          onClose={() => setAsked(null)}
        >
          <p>{texts.otherPages}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** A change that the reader must confirm, with the name of its button. */
interface AskedChange {
  readonly name: string;
  readonly action: (selection: SelectedIssues) => Promise<boolean>;
}

function MenuButton({
  text,
  isDisabled,
  picture,
  ...props
}: {
  readonly text: string;
  readonly isDisabled: boolean;
  readonly picture?: 'check' | 'mute' | 'user';
}): ReactNode {
  return (
    <Button size="small" disabled={isDisabled} {...(picture && { icon: picture })} {...props}>
      {text}
      <Icon name="chevronDown" />
    </Button>
  );
}

function MoreMenu({
  selection: { issues, count, search },
  isDisabled,
  onChange,
  onRemove,
}: {
  readonly selection: SelectedIssues;
  readonly isDisabled: boolean;
  readonly onChange: (name: string, change: BulkChange, done: string) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).bulkBar;
  const mayRemove = useMayDo('event:admin');
  const isSeen = issues.every(({ hasSeen }) => hasSeen);
  const isBookmarked = issues.every((issue) => issue.isBookmarked);
  const mayMerge = search === null && count > 1 && new Set(issues.map(({ project }) => project.id)).size === 1;
  const seen = isSeen ? texts.unseen : texts.seen;
  const bookmark = isBookmarked ? texts.unbookmark : texts.bookmark;
  return (
    <Menu button={<MenuButton text={texts.more} isDisabled={isDisabled} />}>
      <MenuItem onClick={() => onChange(seen, { hasSeen: !isSeen }, texts.done(count))}>{seen}</MenuItem>
      <MenuItem icon="bookmark" onClick={() => onChange(bookmark, { isBookmarked: !isBookmarked }, texts.done(count))}>
        {bookmark}
      </MenuItem>
      {mayMerge ? (
        <MenuItem icon="merge" onClick={() => onChange(texts.merge, { merge: 1 }, texts.merged(count))}>
          {texts.merge}
        </MenuItem>
      ) : (
        <MenuSection label={texts.mergeHelp}>
          <MenuItem icon="merge" disabled>
            {texts.merge}
          </MenuItem>
        </MenuSection>
      )}
      {mayRemove && (
        <MenuItem icon="trash" kind="danger" onClick={onRemove}>
          {texts.remove}
        </MenuItem>
      )}
    </Menu>
  );
}
