import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button, IconButton } from '../../components/controls';
import { ConfirmDialog, Menu, MenuItem, MenuSection, useToast } from '../../components/overlays';
import { useFormat } from '../../components/time';
import { useAction } from '../../state/api';
import { pathOf } from '../../state/location';
import { useNavigate } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useShortcuts } from '../../state/shortcuts';
import { defineTexts, useTexts } from '../../state/texts';
import { useNewestRelease } from './choices';
import { IgnoreDialog, MergeDialog, ResolveDialog } from './issueDialogs';
import type { ShownIssue } from './eventParts';
import { type IssueEdit, OUTDATED, useIssueUpdate } from './useIssueUpdate';

const AssignPicker = lazy(() => import('./assignPicker'));

const TEXTS = defineTexts({
  en: {
    resolve: 'Resolve',
    reopen: 'Reopen',
    unignore: 'Stop ignoring',
    resolveMenu: 'Ways to resolve',
    nextRelease: 'In the next release',
    thisRelease: (version: string) => `In ${version}, the newest release`,
    aRelease: 'In a release…',
    aCommit: 'In a commit…',
    ignore: 'Ignore',
    untilEscalating: 'Until it escalates',
    forTime: 'For a time',
    minutes: (minutes: number) =>
      minutes < 60
        ? `${minutes} minutes`
        : minutes === 60
          ? '1 hour'
          : minutes < 1440
            ? `${minutes / 60} hours`
            : minutes === 1440
              ? '1 day'
              : `${minutes / 1440} days`,
    untilMore: 'Until there are more',
    events: (count: string) => `${count} more events`,
    users: (count: string) => `${count} more users`,
    other: 'Other conditions…',
    forever: 'For good',
    assign: 'Assign',
    bookmark: 'Bookmark',
    removeBookmark: 'Remove bookmark',
    more: 'More',
    copyMarkdown: 'Copy as Markdown',
    copyLink: 'Copy permalink',
    merge: 'Merge into another issue…',
    remove: 'Remove…',
    resolved: (id: string) => `${id} is resolved.`,
    reopened: (id: string) => `${id} is unresolved.`,
    ignored: (id: string) => `${id} is ignored.`,
    assigned: (id: string, name: string) => `${id} is assigned to ${name}.`,
    unassigned: (id: string) => `${id} is assigned to nobody.`,
    bookmarked: (id: string) => `${id} is bookmarked.`,
    unbookmarked: (id: string) => `${id} is no longer bookmarked.`,
    copied: 'Copied.',
    removeTitle: (id: string) => `Remove ${id}?`,
    removeText: (events: string) =>
      `The issue, its ${events} events and all comments are deleted. This cannot be undone.`,
    removeAdvice: 'If the same error happens again, it becomes a new issue. To silence it, ignore it instead.',
    removeAction: 'Remove the issue',
    removed: (id: string) => `${id} is removed.`,
    readOnly: 'Your role may read issues but not change them.',
    removeForbidden: 'Your role may not remove issues.',
  },
  de: {
    resolve: 'Lösen',
    reopen: 'Wieder öffnen',
    unignore: 'Nicht mehr ignorieren',
    resolveMenu: 'Arten zu lösen',
    nextRelease: 'Im nächsten Release',
    thisRelease: (version) => `In ${version}, dem neuesten Release`,
    aRelease: 'In einem Release …',
    aCommit: 'In einem Commit …',
    ignore: 'Ignorieren',
    untilEscalating: 'Bis es zunimmt',
    forTime: 'Für eine Zeit',
    minutes: (minutes) =>
      minutes < 60
        ? `${minutes} Minuten`
        : minutes === 60
          ? '1 Stunde'
          : minutes < 1440
            ? `${minutes / 60} Stunden`
            : minutes === 1440
              ? '1 Tag'
              : `${minutes / 1440} Tage`,
    untilMore: 'Bis es mehr gibt',
    events: (count) => `${count} weitere Events`,
    users: (count) => `${count} weitere Nutzer`,
    other: 'Andere Bedingungen …',
    forever: 'Dauerhaft',
    assign: 'Zuweisen',
    bookmark: 'Merken',
    removeBookmark: 'Nicht mehr merken',
    more: 'Mehr',
    copyMarkdown: 'Als Markdown kopieren',
    copyLink: 'Permalink kopieren',
    merge: 'In ein anderes Issue zusammenführen …',
    remove: 'Entfernen …',
    resolved: (id) => `${id} ist gelöst.`,
    reopened: (id) => `${id} ist ungelöst.`,
    ignored: (id) => `${id} wird ignoriert.`,
    assigned: (id, name) => `${id} ist ${name} zugewiesen.`,
    unassigned: (id) => `${id} ist niemandem zugewiesen.`,
    bookmarked: (id) => `${id} ist gemerkt.`,
    unbookmarked: (id) => `${id} ist nicht mehr gemerkt.`,
    copied: 'Kopiert.',
    removeTitle: (id) => `${id} entfernen?`,
    removeText: (events) =>
      `Das Issue, seine ${events} Events und alle Kommentare werden gelöscht. Das lässt sich nicht rückgängig machen.`,
    removeAdvice:
      'Tritt derselbe Fehler wieder auf, wird er ein neues Issue. Um ihn stumm zu schalten, ignorieren Sie ihn stattdessen.',
    removeAction: 'Issue entfernen',
    removed: (id) => `${id} ist entfernt.`,
    readOnly: 'Ihre Rolle darf Issues lesen, aber nicht ändern.',
    removeForbidden: 'Ihre Rolle darf Issues nicht entfernen.',
  },
});

const IGNORE_MINUTES = [30, 120, 1440, 10_080] as const;
const IGNORE_EVENTS = [10, 100, 1000] as const;
const IGNORE_USERS = [10, 100] as const;

type IssueDialogName = 'release' | 'commit' | 'ignore' | 'merge' | 'remove' | null;

/** The buttons that change an issue, their menus, dialogs and keys. */
export function IssueActions({
  organization,
  issue,
  permalink,
  markdown,
}: {
  readonly organization: string;
  readonly issue: ShownIssue;
  /** The address of the shown issue, for others. */
  readonly permalink: string;
  /** The text of `Copy as Markdown`; undefined until the event is read. */
  readonly markdown: (() => string) | undefined;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const format = useFormat();
  const mayWrite = useMayDo('event:write', 'event:admin');
  const mayRemove = useMayDo('event:admin');
  const show = useToast();
  const [dialog, setDialog] = useState<IssueDialogName>(null);
  const [isAssigning, setAssigning] = useState(false);
  const { update, isPending } = useIssueUpdate(organization);
  const newest = useNewestRelease(organization, issue.project.slug);
  const { id, shortId } = issue;
  const resolve = (statusDetails?: NonNullable<IssueEdit['statusDetails']>): void => {
    const change: IssueEdit = { status: 'resolved', ...(statusDetails !== undefined && { statusDetails }) };
    void update(id, change, texts.resolved(shortId));
  };
  const ignore = (statusDetails?: NonNullable<IssueEdit['statusDetails']>): void => {
    const change: IssueEdit = { status: 'ignored', ...(statusDetails !== undefined && { statusDetails }) };
    void update(id, change, texts.ignored(shortId));
  };
  const reopen = (): void => void update(id, { status: 'unresolved' }, texts.reopened(shortId));
  const toggleBookmark = (): void => {
    const said = issue.isBookmarked ? texts.unbookmarked(shortId) : texts.bookmarked(shortId);
    void update(id, { isBookmarked: !issue.isBookmarked }, said);
  };
  const assign = (assignedTo: string | null, label: string): void => {
    const said = assignedTo === null ? texts.unassigned(shortId) : texts.assigned(shortId, label);
    void update(id, { assignedTo }, said);
  };
  const copy = (text: string): void => {
    void navigator.clipboard.writeText(text).then(() => show({ text: texts.copied }));
  };
  const isResolved = issue.status === 'resolved' || issue.statusDetails.inCommit !== undefined;
  const isIgnored = issue.status === 'ignored';
  const toggleResolved = isResolved ? reopen : () => resolve();
  const toggleIgnored = isIgnored ? reopen : () => ignore();
  const resolveLabel = isResolved ? texts.reopen : texts.resolve;
  const ignoreLabel = isIgnored ? texts.unignore : texts.ignore;
  const bookmarkLabel = issue.isBookmarked ? texts.removeBookmark : texts.bookmark;
  useShortcuts([
    ...(mayWrite
      ? [
          { key: 'e', label: resolveLabel, run: toggleResolved },
          { key: 'i', label: ignoreLabel, run: toggleIgnored },
          { key: 'a', label: texts.assign, run: () => setAssigning(true) },
          { key: 'b', label: bookmarkLabel, run: toggleBookmark },
        ]
      : []),
    ...(markdown === undefined ? [] : [{ key: 'm', label: texts.copyMarkdown, run: () => copy(markdown()) }]),
  ]);
  const reason = mayWrite ? undefined : texts.readOnly;
  const off = { disabled: !mayWrite || isPending, title: reason };
  const assignButton = (
    <Button icon="user" {...off}>
      <span className="clip" style={{ maxWidth: '12rem' }}>
        {issue.assignedTo?.name ?? texts.assign}
      </span>
    </Button>
  );
  return (
    <>
      <div className="button-group">
        <Button kind={isResolved ? 'normal' : 'primary'} icon="check" onClick={toggleResolved} {...off}>
          {resolveLabel}
        </Button>
        {!isResolved && (
          <Menu
            label={texts.resolveMenu}
            button={<Button kind="primary" icon="chevronDown" aria-label={texts.resolveMenu} {...off} />}
          >
            <MenuItem onClick={() => resolve({ inNextRelease: true })}>{texts.nextRelease}</MenuItem>
            {newest !== null && (
              <MenuItem onClick={() => resolve({ inRelease: newest })}>{texts.thisRelease(newest)}</MenuItem>
            )}
            <MenuItem onClick={() => setDialog('release')}>{texts.aRelease}</MenuItem>
            <MenuItem onClick={() => setDialog('commit')}>{texts.aCommit}</MenuItem>
          </Menu>
        )}
      </div>
      {isIgnored ? (
        <Button icon="bell" onClick={reopen} {...off}>
          {texts.unignore}
        </Button>
      ) : (
        <Menu
          button={
            <Button icon="mute" {...off}>
              {texts.ignore}
            </Button>
          }
        >
          <MenuItem onClick={() => ignore({ ignoreUntilEscalating: true })}>{texts.untilEscalating}</MenuItem>
          <MenuItem onClick={() => ignore()}>{texts.forever}</MenuItem>
          <MenuSection label={texts.forTime}>
            {IGNORE_MINUTES.map((minutes) => (
              <MenuItem key={minutes} onClick={() => ignore({ ignoreDuration: minutes })}>
                {texts.minutes(minutes)}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection label={texts.untilMore}>
            {IGNORE_EVENTS.map((count) => (
              <MenuItem key={count} onClick={() => ignore({ ignoreCount: count })}>
                {texts.events(format.number(count))}
              </MenuItem>
            ))}
            {IGNORE_USERS.map((count) => (
              <MenuItem key={count} onClick={() => ignore({ ignoreUserCount: count })}>
                {texts.users(format.number(count))}
              </MenuItem>
            ))}
            <MenuItem onClick={() => setDialog('ignore')}>{texts.other}</MenuItem>
          </MenuSection>
        </Menu>
      )}
      {mayWrite ? (
        <Suspense fallback={assignButton}>
          <AssignPicker
            organization={organization}
            button={assignButton}
            isOpen={isAssigning}
            onOpenChange={setAssigning}
            onAssign={assign}
          />
        </Suspense>
      ) : (
        assignButton
      )}
      <IconButton
        icon="bookmark"
        label={bookmarkLabel}
        shortcut="b"
        aria-pressed={issue.isBookmarked}
        onClick={toggleBookmark}
        {...off}
      />
      <Menu label={texts.more} button={<Button icon="menu" aria-label={texts.more} />}>
        <MenuItem
          icon="copy"
          disabled={markdown === undefined}
          onClick={() => {
            if (markdown !== undefined) copy(markdown());
          }}
        >
          {texts.copyMarkdown}
        </MenuItem>
        <MenuItem icon="link" onClick={() => copy(permalink)}>
          {texts.copyLink}
        </MenuItem>
        {mayWrite && (
          <MenuItem icon="merge" onClick={() => setDialog('merge')}>
            {texts.merge}
          </MenuItem>
        )}
        <MenuItem icon="trash" kind="danger" disabled={!mayRemove} onClick={() => setDialog('remove')}>
          {mayRemove ? texts.remove : texts.removeForbidden}
        </MenuItem>
      </Menu>
      <ResolveDialog
        kind={dialog === 'release' || dialog === 'commit' ? dialog : null}
        organization={organization}
        issue={issue}
        onResolve={resolve}
        onClose={() => setDialog(null)}
      />
      <IgnoreDialog isOpen={dialog === 'ignore'} onIgnore={ignore} onClose={() => setDialog(null)} />
      <MergeDialog
        isOpen={dialog === 'merge'}
        organization={organization}
        issue={issue}
        onClose={() => setDialog(null)}
      />
      <RemoveDialog
        isOpen={dialog === 'remove'}
        organization={organization}
        issue={issue}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

function RemoveDialog({
  isOpen,
  organization,
  issue,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly organization: string;
  readonly issue: ShownIssue;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const format = useFormat();
  const show = useToast();
  const navigate = useNavigate();
  const remove = useAction(
    'removeIssue',
    OUTDATED.filter((name) => name.startsWith('listI') || name.startsWith('listO')),
  );
  const confirm = (): void => {
    remove.run({ organization_slug: organization, issue_id: issue.id }).then(
      () => {
        show({ text: texts.removed(issue.shortId) });
        void navigate(pathOf(organization, 'issues'));
      },
      () => undefined,
    );
  };
  return (
    <ConfirmDialog
      title={texts.removeTitle(issue.shortId)}
      isOpen={isOpen}
      action={texts.removeAction}
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="clip">{issue.title}</p>
      <p>{texts.removeText(format.number(Number(issue.count)))}</p>
      <p className="muted">{texts.removeAdvice}</p>
      {remove.error !== null && (
        <p className="field-error" role="alert">
          {remove.error.message}
        </p>
      )}
    </ConfirmDialog>
  );
}
