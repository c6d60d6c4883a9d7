import { type ReactNode, type SubmitEvent, useState } from 'react';
import schema from 'virtual:schema/SavedSearchCreation';
import { Button, IconButton, TextField } from '../../components/controls';
import { OperationForm } from '../../components/operationForm';
import { useToast } from '../../components/overlays';
import { type RecordOfList, useAction } from '../../state/api';
import { useParams } from '../../state/router';
import { useMayDo, useSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { issueSearchTexts } from '../../texts/issueSearch';
import type { IssueListState } from './issueListState';
import styles from './issuesPage.module.css';

export type SearchOfList = RecordOfList<'listSavedSearches'>;
type SearchAudience = SearchOfList['visibility'];

const VISIBILITIES = ['owner', 'organization'] as const satisfies readonly SearchAudience[];

/** The form that saves the search of the page. */
export function SaveForm({
  state: { query, sort },
  onSaved,
}: {
  readonly state: IssueListState;
  readonly onSaved: () => void;
}): ReactNode {
  const texts = useTexts(issueSearchTexts).savedSearchForms;
  const { organization = '' } = useParams();
  const show = useToast();
  const { run } = useAction('createSavedSearch', ['listSavedSearches']);
  return (
    <OperationForm<{ name: string; visibility: SearchAudience }>
      schema={schema}
      fields={{
        name: { label: texts.name },
        visibility: { label: texts.who, options: VISIBILITIES.map((value) => ({ value, label: texts[value] })) },
      }}
      values={{ name: '', visibility: 'owner' }}
      onSubmit={async ({ name, visibility }) => {
        await run({ organization_slug: organization, body: { name, query, sort, visibility } });
        show({ text: texts.isSaved(name) });
        onSaved();
      }}
    >
      <div>
        <span className="muted">{texts.search}: </span>
        <code>{query === '' ? texts.everything : query}</code>
      </div>
    </OperationForm>
  );
}

/** The searches that the member may change, each with its name. */
export function EditList({ searches }: { readonly searches: readonly SearchOfList[] }): ReactNode {
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

/** One search. Not an `OperationForm`: it is one row, with its errors in it and a button that removes the search. */
function EditRow({ search }: { readonly search: SearchOfList }): ReactNode {
  const texts = useTexts(issueSearchTexts).savedSearchForms;
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
