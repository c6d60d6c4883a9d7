import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { ConfirmDialog, Menu, MenuItem, MenuSection } from '../../components/overlays';
import { Icon } from '../../components/icons';
import { useMayDo } from '../../state/session';
import { type TextsOf, useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import { AssigneePicker } from './assigneePicker';
import type { BulkChange, ListedIssue } from './issueListState';
import styles from './issuesPage.module.css';
import type { ListChanges } from './useIssueChanges';

type BulkTexts = TextsOf<typeof issuesTexts>['bulkBar'];

/** Returns the changes that shortcuts make to issues without the bar. */
export function useQuickChanges(changes: ListChanges) {
  const texts = useTexts(issuesTexts).bulkBar;
  return {
    resolve: (issues: readonly ListedIssue[]) =>
      changes.change(issues, { status: 'resolved' }, texts.resolved(issues.length)),
    ignore: (issues: readonly ListedIssue[]) =>
      changes.change(
        issues,
        { status: 'ignored', statusDetails: { ignoreUntilEscalating: true } },
        texts.ignored(issues.length),
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

/** The actions for the selected issues. */
export function BulkBar({
  issues,
  changes,
  isAssigning,
  onAssigning,
  onDone,
}: {
  readonly issues: readonly ListedIssue[];
  readonly changes: ListChanges;
  readonly isAssigning: boolean;
  readonly onAssigning: (isOpen: boolean) => void;
  /** Called once the issues are changed, so that they are no longer selected. */
  readonly onDone: () => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).bulkBar;
  const [isRemoving, setRemoving] = useState(false);
  const count = issues.length;
  const { isPending } = changes;
  const run = async (change: BulkChange, done: string): Promise<void> => {
    if (await changes.change(issues, change, done)) onDone();
  };
  const remove = async (): Promise<void> => {
    const isDone = await changes.remove(issues);
    setRemoving(false);
    if (isDone) onDone();
  };
  return (
    <div className={styles.bulk} role="group" aria-label={texts.bar}>
      <span className="nowrap" aria-live="polite">
        {texts.selected(count)}
      </span>
      <Menu button={<MenuButton text={texts.resolve} isDisabled={isPending} picture="check" />}>
        <MenuItem onClick={() => void run({ status: 'resolved' }, texts.resolved(count))}>{texts.now}</MenuItem>
        <MenuItem
          onClick={() =>
            void run({ status: 'resolved', statusDetails: { inNextRelease: true } }, texts.resolvedNext(count))
          }
        >
          {texts.nextRelease}
        </MenuItem>
        {issues.some(({ status }) => status !== 'unresolved') && (
          <MenuItem onClick={() => void run({ status: 'unresolved' }, texts.reopened(count))}>{texts.reopen}</MenuItem>
        )}
      </Menu>
      <Menu button={<MenuButton text={texts.ignore} isDisabled={isPending} picture="mute" />}>
        {IGNORING_NAMES.map((name) => (
          <MenuItem
            key={name}
            onClick={() => void run({ status: 'ignored', statusDetails: IGNORING[name] }, texts.ignored(count))}
          >
            {texts[name]}
          </MenuItem>
        ))}
      </Menu>
      <AssigneePicker
        issues={issues}
        isOpen={isAssigning}
        onOpenChange={onAssigning}
        onAssign={(assignee, done) => void changes.assign(issues, assignee, done).then((isDone) => isDone && onDone())}
        button={<MenuButton text={texts.assign} isDisabled={isPending} picture="user" />}
      />
      <MoreMenu
        issues={issues}
        isDisabled={isPending}
        onChange={(change, done) => void run(change, done)}
        onRemove={() => setRemoving(true)}
      />
      <ConfirmDialog
        title={texts.removeTitle(count)}
        isOpen={isRemoving}
        isPending={isPending}
        action={texts.removeAction(count)}
        onConfirm={() => void remove()}
        onClose={() => setRemoving(false)}
      >
        <p>{texts.removeHelp}</p>
      </ConfirmDialog>
    </div>
  );
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
  issues,
  isDisabled,
  onChange,
  onRemove,
}: {
  readonly issues: readonly ListedIssue[];
  readonly isDisabled: boolean;
  readonly onChange: (change: BulkChange, done: string) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).bulkBar;
  const mayRemove = useMayDo('event:admin');
  const count = issues.length;
  const isSeen = issues.every(({ hasSeen }) => hasSeen);
  const isBookmarked = issues.every((issue) => issue.isBookmarked);
  const mayMerge = count > 1 && new Set(issues.map(({ project }) => project.id)).size === 1;
  return (
    <Menu button={<MenuButton text={texts.more} isDisabled={isDisabled} />}>
      <MenuItem onClick={() => onChange({ hasSeen: !isSeen }, texts.done(count))}>
        {isSeen ? texts.unseen : texts.seen}
      </MenuItem>
      <MenuItem icon="bookmark" onClick={() => onChange({ isBookmarked: !isBookmarked }, texts.done(count))}>
        {isBookmarked ? texts.unbookmark : texts.bookmark}
      </MenuItem>
      {mayMerge ? (
        <MenuItem icon="merge" onClick={() => onChange({ merge: 1 }, texts.merged(count))}>
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
