import { lazy, type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { Dialog, Menu, MenuItem, MenuSection } from '../../components/overlays';
import { Icon } from '../../components/icons';
import { useWholeList } from '../../state/api';
import { useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import type { IssueListState } from './issueListState';
import styles from './issuesPage.module.css';
import type { SearchOfList } from './savedSearchForms';

// Only the dialogs need the forms, which are not there before somebody opens one.
const importForms = () => import('./savedSearchForms');
const SaveForm = lazy(async () => ({ default: (await importForms()).SaveForm }));
const EditList = lazy(async () => ({ default: (await importForms()).EditList }));

/** The menu of saved searches, and the dialogs to save and to edit them. */
export function SavedSearches({
  state,
  onChoose,
}: {
  readonly state: IssueListState;
  readonly onChoose: (search: { readonly query: string; readonly sort: IssueListState['sort'] }) => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).savedSearches;
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
          const visibleSearches = searches.filter((one) => one.visibility === visibility);
          if (visibleSearches.length === 0) return null;
          return (
            <MenuSection key={visibility} label={label}>
              {visibleSearches.map((one) => (
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
