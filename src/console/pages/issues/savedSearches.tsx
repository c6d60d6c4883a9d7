import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, IconButton, SelectField, TextField } from '../../components/controls';
import { ErrorNotice } from '../../components/feedback';
import { Dialog, DialogActions, Menu, MenuItem, MenuSection, useToast } from '../../components/overlays';
import { Icon } from '../../components/icons';
import { type RecordOfList, useAction, useWholeList } from '../../state/api';
import { useParams } from '../../state/router';
import { useMayDo, useSession } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import type { IssueListState } from './issueListState';
import styles from './issuesPage.module.css';

const TEXTS = defineTexts({
  en: {
    saved: 'Saved searches',
    forAll: 'Of all members',
    forMe: 'Mine',
    none: 'No search is saved yet.',
    all: 'All issues',
    save: 'Save this search…',
    edit: 'Edit saved searches…',
    saveTitle: 'Save this search',
    editTitle: 'Saved searches',
    name: 'Name',
    search: 'Search',
    who: 'Who sees it',
    owner: 'Only me',
    organization: 'All members of the organization',
    saveAction: 'Save',
    isSaved: (name: string) => `“${name}” is saved.`,
    remove: (name: string) => `Remove “${name}”`,
    isRemoved: (name: string) => `“${name}” is removed.`,
    undo: 'Undo',
    everything: 'all issues',
  },
  de: {
    saved: 'Gespeicherte Suchen',
    forAll: 'Für alle',
    forMe: 'Meine',
    none: 'Noch ist keine Suche gespeichert.',
    all: 'Alle Issues',
    save: 'Diese Suche speichern …',
    edit: 'Gespeicherte Suchen bearbeiten …',
    saveTitle: 'Diese Suche speichern',
    editTitle: 'Gespeicherte Suchen',
    name: 'Name',
    search: 'Suche',
    who: 'Wer sie sieht',
    owner: 'Nur ich',
    organization: 'Alle Mitglieder der Organisation',
    saveAction: 'Speichern',
    isSaved: (name) => `„${name}“ ist gespeichert.`,
    remove: (name) => `„${name}“ entfernen`,
    isRemoved: (name) => `„${name}“ ist entfernt.`,
    undo: 'Rückgängig',
    everything: 'alle Issues',
  },
});

type SearchOfList = RecordOfList<'listSavedSearches'>;
type SearchAudience = SearchOfList['visibility'];

const VISIBILITIES = ['owner', 'organization'] as const satisfies readonly SearchAudience[];

/** The menu of saved searches, and the dialogs to save and to edit them. */
export function SavedSearches({
  state,
  onChoose,
}: {
  readonly state: IssueListState;
  readonly onChoose: (search: { readonly query: string; readonly sort: IssueListState['sort'] }) => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const { organization = '' } = useParams();
  const mayWrite = useMayDo('event:write', 'event:admin');
  const [opened, setOpened] = useState<'save' | 'edit' | null>(null);
  const searches =
    useWholeList('listSavedSearches', { organization_slug: organization }, { staleTime: 60_000 }).data ?? [];
  const isChosen = (one: SearchOfList): boolean => one.query === state.query && one.sort === state.sort;
  const sections = [
    { label: texts.forAll, visibility: 'organization' },
    { label: texts.forMe, visibility: 'owner' },
  ];
  const close = (): void => setOpened(null);
  return (
    <>
      <Menu
        button={
          <Button icon="bookmark">
            <span className={styles.savedLabel}>{searches.find(isChosen)?.name ?? texts.saved}</span>
            <Icon name="chevronDown" />
          </Button>
        }
      >
        {searches.length === 0 && <div className="popover-heading">{texts.none}</div>}
        {sections.map(({ label, visibility }) => {
          const shown = searches.filter((one) => one.visibility === visibility);
          if (shown.length === 0) return null;
          return (
            <MenuSection key={visibility} label={label}>
              {shown.map((one) => (
                <MenuItem key={one.id} {...(isChosen(one) && { icon: 'check' as const })} onClick={() => onChoose(one)}>
                  <span className={styles.savedSearch}>
                    <span className="clip">{one.name}</span>
                    <span className="clip code muted small">{one.query || texts.everything}</span>
                  </span>
                </MenuItem>
              ))}
            </MenuSection>
          );
        })}
        {mayWrite && (
          <MenuItem icon="plus" onClick={() => setOpened('save')}>
            {texts.save}
          </MenuItem>
        )}
        {mayWrite && searches.length > 0 && (
          <MenuItem icon="settings" onClick={() => setOpened('edit')}>
            {texts.edit}
          </MenuItem>
        )}
      </Menu>
      <Dialog title={texts.saveTitle} isOpen={opened === 'save'} onClose={close}>
        <SaveForm state={state} onSaved={close} />
      </Dialog>
      <Dialog title={texts.editTitle} isOpen={opened === 'edit'} onClose={close}>
        <EditList searches={searches} />
      </Dialog>
    </>
  );
}

function SaveForm({ state, onSaved }: { readonly state: IssueListState; readonly onSaved: () => void }): ReactNode {
  const texts = useTexts(TEXTS);
  const { organization = '' } = useParams();
  const show = useToast();
  const { run, error, isPending } = useAction('createSavedSearch', ['listSavedSearches']);
  const [name, setName] = useState('');
  const [visibility, setVisibility] = useState<SearchAudience>('owner');
  const { query, sort } = state;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    run({ organization_slug: organization, body: { name, query, sort, visibility } }).then(
      () => {
        show({ text: texts.isSaved(name) });
        onSaved();
      },
      // The form shows the error.
      () => undefined,
    );
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div>
        <span className="muted">{texts.search}: </span>
        <code>{query === '' ? texts.everything : query}</code>
      </div>
      <TextField
        label={texts.name}
        required
        maxLength={128}
        errors={error?.fields['name']}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SelectField
        label={texts.who}
        value={visibility}
        options={VISIBILITIES.map((value) => ({ value, text: texts[value], label: texts[value] }))}
        onChange={setVisibility}
      />
      {error !== null && error.fields['name'] === undefined && <ErrorNotice error={error} />}
      <DialogActions>
        <Button type="submit" kind="primary" disabled={isPending}>
          {texts.saveAction}
        </Button>
      </DialogActions>
    </form>
  );
}

/** The searches that the member may change, each with its name. */
function EditList({ searches }: { readonly searches: readonly SearchOfList[] }): ReactNode {
  const { member } = useSession();
  const mayChangeAll = useMayDo('org:write', 'org:admin');
  const own = searches.filter(({ createdBy }) => mayChangeAll || createdBy?.id === member.id);
  return (
    <ul className="stack">
      {own.map((search) => (
        <EditRow key={search.id} search={search} />
      ))}
    </ul>
  );
}

function EditRow({ search }: { readonly search: SearchOfList }): ReactNode {
  const texts = useTexts(TEXTS);
  const { organization = '' } = useParams();
  const show = useToast();
  const scope = { organization_slug: organization };
  const update = useAction('updateSavedSearch', ['listSavedSearches']);
  const removal = useAction('removeSavedSearch', ['listSavedSearches']);
  const creation = useAction('createSavedSearch', ['listSavedSearches']);
  const [name, setName] = useState(search.name);
  const { id, query, sort, visibility } = search;
  const rename = (event: SubmitEvent): void => {
    event.preventDefault();
    update.run({ ...scope, search_id: id, body: { name } }).then(
      () => show({ text: texts.isSaved(name) }),
      () => undefined,
    );
  };
  const remove = (): void => {
    const again = (): void => {
      creation.run({ ...scope, body: { name: search.name, query, sort, visibility } }).catch(() => undefined);
    };
    removal.run({ ...scope, search_id: id }).then(
      () => show({ text: texts.isRemoved(search.name), action: { label: texts.undo, run: again } }),
      () => undefined,
    );
  };
  const error = update.error ?? removal.error;
  return (
    <li>
      <form className={styles.editSearch} onSubmit={rename}>
        <TextField
          label={<span className="code small clip">{query || texts.everything}</span>}
          required
          maxLength={128}
          errors={error === null ? [] : [error.message]}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name === search.name || update.isPending}>
          {texts.saveAction}
        </Button>
        <IconButton icon="trash" kind="danger" label={texts.remove(search.name)} onClick={remove} />
      </form>
    </li>
  );
}
