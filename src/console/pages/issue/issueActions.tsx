import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../components/controls';
import { Menu, MenuItem, MenuSection, useToast } from '../../components/overlays';
import { useFormat } from '../../components/time';
import { useMayDo } from '../../state/session';
import { useShortcuts } from '../../state/shortcuts';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { useNewestRelease } from './choices';
import type { DialogName, EditDetails } from './issueDialogs';
import type { ShownIssue } from './eventParts';
import { type IssueNeighbours, useGoOn } from './issueNeighbours';
import { type IssueEdit, useIssueUpdate } from './useIssueUpdate';

const AssignPicker = lazy(() => import('./assignPicker'));
// Not there before somebody opens a dialog.
const IssueDialog = lazy(() => import('./issueDialogs'));

const IGNORE_MINUTES = [30, 120, 1440, 10_080] as const;
const IGNORE_EVENTS = [10, 100, 1000] as const;
const IGNORE_USERS = [10, 100] as const;

interface ActionsProps {
  readonly organization: string;
  readonly issue: ShownIssue;
  /** Null if the issue was opened from no list. */
  readonly neighbours: IssueNeighbours | null;
  /** The address of the shown issue, for others. */
  readonly permalink: string;
  /** The text of `Copy for an assistant`; undefined until the event is read. */
  readonly markdown: (() => string) | undefined;
}

/** A change that a button and a key make. */
interface Command {
  readonly label: string;
  readonly run: () => void;
}

/** The changes of an issue, of which some are made by a button or a key alone. */
interface IssueChanges {
  readonly isResolved: boolean;
  readonly isIgnored: boolean;
  readonly resolve: (details?: EditDetails) => void;
  readonly ignore: (details?: EditDetails) => void;
  readonly assign: (assignedTo: string | null, label: string) => void;
  readonly toggleResolved: Command;
  /** Resolves the issue and goes on to the next one; null if there is no list, or it is resolved. */
  readonly resolveAndGoOn: Command | null;
  readonly toggleIgnored: Command;
  readonly toggleBookmark: Command;
  readonly isPending: boolean;
  /** Attributes of buttons that change the issue. While it is changed, they keep the focus. */
  readonly off: { readonly disabled: boolean; readonly isPending: boolean; readonly title: string | undefined };
}

/** The properties of a menu that changes the issue, or opens a dialog for more. */
interface MenuProps {
  readonly changes: IssueChanges;
  readonly onOpen: (dialog: DialogName) => void;
}

/** The buttons that change an issue, their menus, dialogs and keys. */
export function IssueActions(props: ActionsProps): ReactNode {
  const { organization, issue, markdown } = props;
  const texts = useTexts(issueTexts).issueActions;
  const changes = useIssueChanges(props);
  const copy = useCopy();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [isAssigning, setAssigning] = useState(false);
  useIssueShortcuts(changes, { assign: () => setAssigning(true), ...(markdown && { copy: () => copy(markdown()) }) });
  const menu = { changes, onOpen: setDialog };
  return (
    <>
      <ResolveButtons {...menu} organization={organization} issue={issue} />
      <IgnoreButton {...menu} />
      <AssignButton {...props} changes={changes} isOpen={isAssigning} onOpenChange={setAssigning} />
      <IconButton
        icon="bookmark"
        label={changes.toggleBookmark.label}
        shortcut="b"
        aria-pressed={issue.isBookmarked}
        onClick={changes.toggleBookmark.run}
        isPending={changes.isPending}
      />
      <Button icon="copy" disabled={markdown === undefined} onClick={() => markdown && copy(markdown())}>
        <span data-long>{texts.copyMarkdown}</span>
      </Button>
      <MoreMenu {...props} onOpen={setDialog} />
      {dialog !== null && (
        <Suspense>
          <IssueDialog
            organization={organization}
            issue={issue}
            dialog={dialog}
            onResolve={changes.resolve}
            onIgnore={changes.ignore}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Returns the functions that change an issue, and announce it. */
function useIssueChanges({ organization, issue, neighbours }: ActionsProps): IssueChanges {
  const texts = useTexts(issueTexts).issueActions;
  const mayWrite = useMayDo('event:write', 'event:admin');
  const { update, isPending } = useIssueUpdate(organization);
  const goOn = useGoOn(neighbours ?? {});
  const { id, shortId, isBookmarked } = issue;
  const change = (edit: IssueEdit, done: string): void => void update(id, edit, done);
  const changeStatus = (status: NonNullable<IssueEdit['status']>, done: string, statusDetails?: EditDetails): void =>
    change({ status, ...(statusDetails !== undefined && { statusDetails }) }, done);
  const resolve = (details?: EditDetails): void => changeStatus('resolved', texts.resolved(shortId), details);
  const ignore = (details?: EditDetails): void => changeStatus('ignored', texts.ignored(shortId), details);
  const reopen = (): void => changeStatus('unresolved', texts.reopened(shortId));
  const isResolved = issue.status === 'resolved' || issue.statusDetails.inCommit !== undefined;
  const isIgnored = issue.status === 'ignored';
  return {
    isResolved,
    isIgnored,
    resolve,
    ignore,
    assign: (assignedTo, label) =>
      change({ assignedTo }, assignedTo === null ? texts.unassigned(shortId) : texts.assigned(shortId, label)),
    resolveAndGoOn:
      neighbours === null || isResolved
        ? null
        : {
            label: neighbours.next === null ? texts.resolveAndBack : texts.resolveAndNext,
            run: () =>
              void update(id, { status: 'resolved' }, texts.resolved(shortId)).then((isDone) => {
                if (isDone) goOn();
              }),
          },
    toggleResolved: isResolved ? { label: texts.reopen, run: reopen } : { label: texts.resolve, run: () => resolve() },
    toggleIgnored: isIgnored ? { label: texts.unignore, run: reopen } : { label: texts.ignore, run: () => ignore() },
    toggleBookmark: {
      label: isBookmarked ? texts.removeBookmark : texts.bookmark,
      run: () =>
        change({ isBookmarked: !isBookmarked }, isBookmarked ? texts.unbookmarked(shortId) : texts.bookmarked(shortId)),
    },
    isPending,
    off: { disabled: !mayWrite, isPending, title: mayWrite ? undefined : texts.readOnly },
  };
}

/** Makes keys change the issue, as far as the role allows, and copy it. */
function useIssueShortcuts(
  { toggleResolved, resolveAndGoOn, toggleIgnored, toggleBookmark }: IssueChanges,
  { assign, copy }: { readonly assign: () => void; readonly copy?: () => void },
): void {
  const texts = useTexts(issueTexts).issueActions;
  const mayWrite = useMayDo('event:write', 'event:admin');
  const writing = [
    { key: 'e', ...toggleResolved },
    ...(resolveAndGoOn === null ? [] : [{ key: 'E', ...resolveAndGoOn }]),
    { key: 'i', ...toggleIgnored },
    { key: 'a', label: texts.assign, run: assign },
  ];
  useShortcuts([
    ...(mayWrite ? writing : []),
    { key: 'b', ...toggleBookmark },
    ...(copy === undefined ? [] : [{ key: 'm', label: texts.copyMarkdown, run: copy }]),
  ]);
}

/** Returns the function that copies a text, and says so. */
function useCopy(): (text: string) => void {
  const texts = useTexts(issueTexts).issueActions;
  const show = useToast();
  return (text) => void navigator.clipboard.writeText(text).then(() => show({ text: texts.copied }));
}

/** The button that resolves an issue or opens it again, and the menu of the ways to resolve it. */
function ResolveButtons({
  organization,
  issue,
  changes: { isResolved, toggleResolved, resolveAndGoOn, resolve, off },
  onOpen,
}: MenuProps & Pick<ActionsProps, 'organization' | 'issue'>): ReactNode {
  const texts = useTexts(issueTexts).issueActions;
  const newest = useNewestRelease(organization, issue.project.slug);
  return (
    <div className="button-group">
      <Button kind={isResolved ? 'normal' : 'primary'} icon="check" onClick={toggleResolved.run} {...off}>
        {toggleResolved.label}
      </Button>
      {!isResolved && (
        <Menu
          label={texts.resolveMenu}
          button={<Button kind="primary" icon="chevronDown" aria-label={texts.resolveMenu} {...off} />}
        >
          {resolveAndGoOn !== null && <MenuItem onClick={resolveAndGoOn.run}>{resolveAndGoOn.label}</MenuItem>}
          <MenuItem onClick={() => resolve({ inNextRelease: true })}>{texts.nextRelease}</MenuItem>
          {newest !== null && (
            <MenuItem onClick={() => resolve({ inRelease: newest })}>{texts.thisRelease(newest)}</MenuItem>
          )}
          <MenuItem onClick={() => onOpen('release')}>{texts.aRelease}</MenuItem>
          <MenuItem onClick={() => onOpen('commit')}>{texts.aCommit}</MenuItem>
        </Menu>
      )}
    </div>
  );
}

/** The menu of the ways to ignore an issue; a button while it is ignored. */
function IgnoreButton({ changes: { isIgnored, toggleIgnored, ignore, off }, onOpen }: MenuProps): ReactNode {
  const texts = useTexts(issueTexts).issueActions;
  const format = useFormat();
  const item = (label: string, details: EditDetails): ReactNode => (
    <MenuItem key={label} onClick={() => ignore(details)}>
      {label}
    </MenuItem>
  );
  const box = useKeptFocus(isIgnored);
  const menu = (
    <Menu
      button={
        <Button icon="mute" {...off}>
          {toggleIgnored.label}
        </Button>
      }
    >
      {item(texts.untilEscalating, { ignoreUntilEscalating: true })}
      <MenuItem onClick={() => ignore()}>{texts.forever}</MenuItem>
      <MenuSection label={texts.forTime}>
        {IGNORE_MINUTES.map((minutes) => item(texts.minutes(minutes), { ignoreDuration: minutes }))}
      </MenuSection>
      <MenuSection label={texts.untilMore}>
        {IGNORE_EVENTS.map((count) => item(texts.events(format.number(count)), { ignoreCount: count }))}
        {IGNORE_USERS.map((count) => item(texts.users(format.number(count)), { ignoreUserCount: count }))}
        <MenuItem onClick={() => onOpen('ignore')}>{texts.other}</MenuItem>
      </MenuSection>
    </Menu>
  );
  return (
    <span ref={box} style={{ display: 'contents' }}>
      {isIgnored ? (
        <Button icon="bell" onClick={toggleIgnored.run} {...off}>
          {toggleIgnored.label}
        </Button>
      ) : (
        menu
      )}
    </span>
  );
}

/** Returns the ref of an element whose button is another one in each state: the new one gets the focus of the old. */
function useKeptFocus(state: boolean): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  const former = useRef(state);
  useEffect(() => {
    if (former.current === state) return;
    former.current = state;
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus();
  }, [state]);
  return box;
}

/** The button with the assignee, with which members who may choose another one. */
function AssignButton({
  organization,
  issue,
  changes: { assign, off },
  isOpen,
  onOpenChange,
}: ActionsProps & {
  readonly changes: IssueChanges;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}): ReactNode {
  const texts = useTexts(issueTexts).issueActions;
  const mayWrite = useMayDo('event:write', 'event:admin');
  const button = (
    <Button icon="user" {...off}>
      <span className="clip">{issue.assignedTo?.name ?? texts.assign}</span>
    </Button>
  );
  if (!mayWrite) return button;
  return (
    <Suspense fallback={button}>
      <AssignPicker
        organization={organization}
        button={button}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        onAssign={assign}
      />
    </Suspense>
  );
}

/** The menu of what is done more seldom. */
function MoreMenu({ permalink, onOpen }: ActionsProps & Pick<MenuProps, 'onOpen'>): ReactNode {
  const texts = useTexts(issueTexts).issueActions;
  const mayWrite = useMayDo('event:write', 'event:admin');
  const mayRemove = useMayDo('event:admin');
  const copy = useCopy();
  return (
    <Menu label={texts.more} button={<Button icon="menu" aria-label={texts.more} />}>
      <MenuItem icon="link" onClick={() => copy(permalink)}>
        {texts.copyLink}
      </MenuItem>
      {mayWrite && (
        <MenuItem icon="merge" onClick={() => onOpen('merge')}>
          {texts.merge}
        </MenuItem>
      )}
      <MenuItem icon="trash" kind="danger" disabled={!mayRemove} onClick={() => onOpen('remove')}>
        {mayRemove ? texts.remove : texts.removeForbidden}
      </MenuItem>
    </Menu>
  );
}
