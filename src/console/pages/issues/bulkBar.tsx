import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { ConfirmDialog, Menu, MenuItem, MenuSection } from '../../components/overlays';
import { Icon } from '../../components/icons';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import { AssigneePicker } from './assigneePicker';
import type { ListedIssue } from './issueListState';
import styles from './issuesPage.module.css';
import type { BulkChange, ListChanges } from './useIssueChanges';

const TEXTS = defineTexts({
  en: {
    bar: 'Change the selected issues',
    selected: (count: number) => `${count} selected`,
    resolve: 'Resolve',
    now: 'Now',
    nextRelease: 'In the next release',
    reopen: 'Reopen',
    ignore: 'Ignore',
    escalating: 'Until it escalates',
    forOneHour: 'For an hour',
    forOneDay: 'For a day',
    forOneWeek: 'For a week',
    tenMore: 'Until 10 more events',
    hundredMore: 'Until 100 more events',
    tenUsers: 'Until 10 more users',
    forever: 'For good',
    assign: 'Assign',
    more: 'More',
    seen: 'Mark as seen',
    unseen: 'Mark as not seen',
    bookmark: 'Bookmark',
    unbookmark: 'Remove the bookmark',
    merge: 'Merge',
    mergeHelp: 'Select two or more issues of one project to merge them.',
    remove: 'Remove…',
    removeTitle: (count: number) => (count === 1 ? 'Remove this issue?' : `Remove ${count} issues?`),
    removeHelp:
      'All their events are removed with them. This cannot be undone. The same error opens a new issue when it happens again; to be told no more, ignore the issue instead.',
    removeAction: (count: number) => (count === 1 ? 'Remove the issue' : `Remove ${count} issues`),
    resolved: (count: number) => (count === 1 ? 'The issue is resolved.' : `${count} issues are resolved.`),
    resolvedNext: (count: number) =>
      count === 1 ? 'The issue is resolved in the next release.' : `${count} issues are resolved in the next release.`,
    reopened: (count: number) => (count === 1 ? 'The issue is open again.' : `${count} issues are open again.`),
    ignored: (count: number) => (count === 1 ? 'The issue is ignored.' : `${count} issues are ignored.`),
    merged: (count: number) => `${count} issues are one now.`,
    done: (count: number) => (count === 1 ? 'The issue is marked.' : `${count} issues are marked.`),
  },
  de: {
    bar: 'Ausgewählte Issues ändern',
    selected: (count) => `${count} ausgewählt`,
    resolve: 'Lösen',
    now: 'Jetzt',
    nextRelease: 'Im nächsten Release',
    reopen: 'Wieder öffnen',
    ignore: 'Ignorieren',
    escalating: 'Bis es zunimmt',
    forOneHour: 'Eine Stunde lang',
    forOneDay: 'Einen Tag lang',
    forOneWeek: 'Eine Woche lang',
    tenMore: 'Bis 10 weitere Ereignisse kommen',
    hundredMore: 'Bis 100 weitere Ereignisse kommen',
    tenUsers: 'Bis 10 weitere Personen betroffen sind',
    forever: 'Für immer',
    assign: 'Zuweisen',
    more: 'Mehr',
    seen: 'Als gesehen markieren',
    unseen: 'Als nicht gesehen markieren',
    bookmark: 'Merken',
    unbookmark: 'Nicht mehr merken',
    merge: 'Zusammenführen',
    mergeHelp: 'Wählen Sie zwei oder mehr Issues eines Projekts aus, um sie zusammenzuführen.',
    remove: 'Entfernen …',
    removeTitle: (count) => (count === 1 ? 'Dieses Issue entfernen?' : `${count} Issues entfernen?`),
    removeHelp:
      'Alle ihre Ereignisse werden mit entfernt. Das lässt sich nicht rückgängig machen. Geschieht der Fehler wieder, öffnet er ein neues Issue; wollen Sie nichts mehr davon hören, ignorieren Sie es stattdessen.',
    removeAction: (count) => (count === 1 ? 'Issue entfernen' : `${count} Issues entfernen`),
    resolved: (count) => (count === 1 ? 'Das Issue ist gelöst.' : `${count} Issues sind gelöst.`),
    resolvedNext: (count) =>
      count === 1 ? 'Das Issue ist im nächsten Release gelöst.' : `${count} Issues sind im nächsten Release gelöst.`,
    reopened: (count) => (count === 1 ? 'Das Issue ist wieder offen.' : `${count} Issues sind wieder offen.`),
    ignored: (count) => (count === 1 ? 'Das Issue wird ignoriert.' : `${count} Issues werden ignoriert.`),
    merged: (count) => `${count} Issues sind jetzt eines.`,
    done: (count) => (count === 1 ? 'Das Issue ist markiert.' : `${count} Issues sind markiert.`),
  },
});

type BulkTexts = (typeof TEXTS)['en'];

/** Returns the changes that shortcuts make to issues without the bar. */
export function useQuickChanges(changes: ListChanges) {
  const texts = useTexts(TEXTS);
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
  const texts = useTexts(TEXTS);
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
        onAssign={(assignedTo, done) => void run({ assignedTo }, done)}
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
  const texts = useTexts(TEXTS);
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
