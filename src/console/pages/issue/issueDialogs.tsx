import { type ReactNode, type SubmitEvent, useDeferredValue, useId, useState } from 'react';
import { Button, SelectField, TextField } from '../../components/controls';
import { Loaded } from '../../components/feedback';
import { Dialog, DialogActions } from '../../components/overlays';
import { useFormat } from '../../components/time';
import { useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { useNavigate } from '../../state/router';
import { defineTexts, useTexts } from '../../state/texts';
import { useReleases } from './choices';
import type { ShownIssue } from './eventParts';
import styles from './issuePage.module.css';
import { type IssueEdit, type IssueProps, useIssueUpdate } from './useIssueUpdate';

type EditDetails = NonNullable<IssueEdit['statusDetails']>;

const TEXTS = defineTexts({
  en: {
    inRelease: 'Resolve in a release',
    release: 'Release',
    releaseHelp: 'Events of this release and of later ones reopen the issue; events of earlier ones do not.',
    inCommit: 'Resolve in a commit',
    commit: 'Commit',
    commitHelp: 'Its id, or the first characters. The issue is resolved once a release of the project has this commit.',
    repository: 'Repository',
    repositoryHelp: 'Its name, as releases have it. Leave it empty for any.',
    resolve: 'Resolve',
    ignore: 'Ignore until',
    ignoreAction: 'Ignore',
    what: 'Ignore until there are',
    whatEvents: 'more events',
    whatUsers: 'more users',
    count: 'Number',
    window: 'Within minutes',
    windowHelp: 'Leave it empty if any time will do. At most 10,080 minutes, which is a week.',
    merge: (id: string) => `Merge ${id} into another issue`,
    mergeHelp:
      'The other issue gets the events, users, comments and activity of this one, and the next events too. The address of this issue then leads there. It can be undone.',
    search: 'Search issues of this project',
    none: 'No other issue of this project matches.',
    events: (count: string) => `${count} events`,
    mergeInto: (id: string) => `Merge into ${id}`,
    merged: (id: string, into: string) => `${id} is merged into ${into}.`,
  },
  de: {
    inRelease: 'In einem Release lösen',
    release: 'Release',
    releaseHelp: 'Events dieses Releases und späterer öffnen das Issue wieder; Events früherer nicht.',
    inCommit: 'In einem Commit lösen',
    commit: 'Commit',
    commitHelp:
      'Seine ID oder deren erste Zeichen. Das Issue ist gelöst, sobald ein Release des Projekts diesen Commit hat.',
    repository: 'Repository',
    repositoryHelp: 'Sein Name, wie ihn Releases haben. Leer für jedes.',
    resolve: 'Lösen',
    ignore: 'Ignorieren, bis',
    ignoreAction: 'Ignorieren',
    what: 'Ignorieren bis zu',
    whatEvents: 'weiteren Events',
    whatUsers: 'weiteren Nutzern',
    count: 'Anzahl',
    window: 'Innerhalb von Minuten',
    windowHelp: 'Leer, wenn die Zeit gleichgültig ist. Höchstens 10.080 Minuten, also eine Woche.',
    merge: (id) => `${id} in ein anderes Issue zusammenführen`,
    mergeHelp:
      'Das andere Issue erhält die Events, Nutzer, Kommentare und Aktivitäten von diesem, und auch die nächsten Events. Die Adresse dieses Issues führt dann dorthin. Es lässt sich rückgängig machen.',
    search: 'Issues dieses Projekts suchen',
    none: 'Kein anderes Issue dieses Projekts passt.',
    events: (count) => `${count} Events`,
    mergeInto: (id) => `In ${id} zusammenführen`,
    merged: (id, into) => `${id} ist in ${into} zusammengeführt.`,
  },
});

/** Asks for the release or the commit that resolves an issue. */
export function ResolveDialog({
  kind,
  organization,
  issue,
  onResolve,
  onClose,
}: {
  /** The kind of input of the dialog; null while it is closed. */
  readonly kind: 'release' | 'commit' | null;
  readonly organization: string;
  readonly issue: ShownIssue;
  readonly onResolve: (details: EditDetails) => void;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const listId = useId();
  const [version, setVersion] = useState('');
  const [commit, setCommit] = useState('');
  const [repository, setRepository] = useState('');
  const releases = useReleases(organization, issue.project.id);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onClose();
    if (kind === 'release') onResolve({ inRelease: version.trim() });
    else {
      const name = repository.trim();
      onResolve({ inCommit: { commit: commit.trim(), ...(name !== '' && { repository: name }) } });
    }
  };
  return (
    <Dialog title={kind === 'commit' ? texts.inCommit : texts.inRelease} isOpen={kind !== null} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {kind === 'release' ? (
          <>
            <TextField
              label={texts.release}
              help={texts.releaseHelp}
              list={listId}
              required
              maxLength={250}
              value={version}
              onChange={(event) => setVersion(event.currentTarget.value)}
            />
            <datalist id={listId}>
              {releases.map((release) => (
                <option key={release.id} value={release.version} />
              ))}
            </datalist>
          </>
        ) : (
          <>
            <TextField
              label={texts.commit}
              help={texts.commitHelp}
              required
              value={commit}
              onChange={(event) => setCommit(event.currentTarget.value)}
            />
            <TextField
              label={texts.repository}
              help={texts.repositoryHelp}
              value={repository}
              onChange={(event) => setRepository(event.currentTarget.value)}
            />
          </>
        )}
        <DialogActions>
          <Button type="submit" kind="primary">
            {texts.resolve}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Asks until when an issue is ignored, by numbers of events or users. */
export function IgnoreDialog({
  isOpen,
  onIgnore,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onIgnore: (details: EditDetails) => void;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const [what, setWhat] = useState<'events' | 'users'>('events');
  const [count, setCount] = useState('100');
  const [minutes, setMinutes] = useState('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onClose();
    const window = minutes === '' ? undefined : Number(minutes);
    onIgnore(
      what === 'events'
        ? { ignoreCount: Number(count), ...(window !== undefined && { ignoreWindow: window }) }
        : { ignoreUserCount: Number(count), ...(window !== undefined && { ignoreUserWindow: window }) },
    );
  };
  // Users are counted within minutes up to a thousand.
  const highest = what === 'users' && minutes !== '' ? 1000 : 1_000_000;
  return (
    <Dialog title={texts.ignore} isOpen={isOpen} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <SelectField
          label={texts.what}
          value={what}
          options={[
            { value: 'events', label: texts.whatEvents },
            { value: 'users', label: texts.whatUsers },
          ]}
          onChange={setWhat}
        />
        <TextField
          label={texts.count}
          type="number"
          min={1}
          max={highest}
          required
          value={count}
          onChange={(event) => setCount(event.currentTarget.value)}
        />
        <TextField
          label={texts.window}
          help={texts.windowHelp}
          type="number"
          min={1}
          max={10_080}
          value={minutes}
          onChange={(event) => setMinutes(event.currentTarget.value)}
        />
        <DialogActions>
          <Button type="submit" kind="primary">
            {texts.ignoreAction}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface MergeProps extends IssueProps {
  readonly onClose: () => void;
}

/** Asks for the issue that an issue is merged into. */
export function MergeDialog({ isOpen, ...props }: MergeProps & { readonly isOpen: boolean }): ReactNode {
  const texts = useTexts(TEXTS);
  return (
    <Dialog title={texts.merge(props.issue.shortId)} isOpen={isOpen} onClose={props.onClose}>
      <MergeChoice {...props} />
    </Dialog>
  );
}

function MergeChoice({ organization, issue, onClose }: MergeProps): ReactNode {
  const texts = useTexts(TEXTS);
  const format = useFormat();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const text = useDeferredValue(search.trim());
  const { mergeInto, isPending } = useIssueUpdate(organization);
  const candidates = useOperation(
    'listIssues',
    { organization_slug: organization, project_slug: issue.project.slug, query: text, per_page: 20 },
    { keepsPrevious: true },
  );
  const merge = async (other: ShownIssue): Promise<void> => {
    const isDone = await mergeInto(issue, other.id, texts.merged(issue.shortId, other.shortId));
    if (!isDone) return;
    onClose();
    void navigate(pathOf(organization, 'issues', other.shortId), { replace: true });
  };
  return (
    <>
      <p>{texts.mergeHelp}</p>
      <TextField
        label={texts.search}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Loaded query={candidates}>
        {(issues) => {
          const others = issues.filter(({ id }) => id !== issue.id);
          if (others.length === 0) return <p className="muted">{texts.none}</p>;
          return (
            <ul className={styles['choices']}>
              {others.map((other) => (
                <li key={other.id} className={styles['choice']}>
                  <div className={styles['choiceText']}>
                    <p className="clip">{other.title}</p>
                    <p className="muted small">
                      {other.shortId} · {texts.events(format.number(Number(other.count)))}
                    </p>
                  </div>
                  <Button
                    size="small"
                    icon="merge"
                    disabled={isPending}
                    aria-label={texts.mergeInto(other.shortId)}
                    onClick={() => void merge(other)}
                  >
                    {other.shortId}
                  </Button>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}
