import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, TextField } from '../../components/controls';
import { fromLocalInput, toLocalInput } from '../../components/localInput';
import { Dialog, DialogActions } from '../../components/overlays';
import { MultiPicker, Picker } from '../../components/picker';
import { useFormat } from '../../components/time';
import { type RecordOfList, useOperation } from '../../state/api';
import type { SearchValues } from '../../state/location';
import { usePreferences } from '../../state/preferences';
import { useParams } from '../../state/router';
import { useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import { DEFAULT_PERIOD, ISSUE_SORTS, type IssueListState, LIST_PERIODS } from './issueListState';
import styles from './issuesPage.module.css';

/** The controls that say which issues are listed, beside the search. */
export function IssueFilters({
  state,
  projects,
  onChange,
}: {
  readonly state: IssueListState;
  readonly projects: readonly RecordOfList<'listOrganizationProjects'>[];
  readonly onChange: (changes: SearchValues) => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).issueFilters;
  const format = useFormat();
  const { organization = '' } = useParams();
  const [asksTime, setAsksTime] = useState(false);
  const environments = useOperation(
    'listOrganizationEnvironments',
    { organization_slug: organization },
    { staleTime: 60_000 },
  ).data;
  const names = new Map(projects.map(({ slug, name }) => [slug, name]));
  const projectOptions = withChosen(
    projects.map(({ slug, name }) => ({ value: slug, text: name })),
    state.projects,
  );
  const environmentOptions = withChosen(
    (environments ?? []).map(({ name }) => ({ value: name, text: name })),
    state.environments,
  );
  const { period, start, end } = state;
  const times = [...(start === null ? [] : [texts.from(format.dateTime(start))])];
  if (end !== null) times.push(texts.to(format.dateTime(end)));
  const choosePeriod = (chosen: string): void => {
    if (chosen === 'custom') setAsksTime(true);
    else onChange({ statsPeriod: chosen === DEFAULT_PERIOD ? null : chosen, start: null, end: null });
  };
  return (
    <div className={styles.filters} role="group" aria-label={texts.filters}>
      <MultiPicker
        label={texts.projects}
        summary={state.projects.map((slug) => names.get(slug) ?? slug).join(', ') || texts.allProjects}
        options={projectOptions}
        values={state.projects}
        onChange={(project) => onChange({ project })}
      />
      <MultiPicker
        label={texts.environments}
        summary={state.environments.join(', ') || texts.allEnvironments}
        options={environmentOptions}
        values={state.environments}
        onChange={(environment) => onChange({ environment })}
      />
      <Picker
        label={texts.time}
        summary={period === 'custom' ? times.join(' ') : texts[period]}
        options={[...LIST_PERIODS, 'custom' as const].map((value) => ({ value, text: texts[value] }))}
        value={period}
        onChange={choosePeriod}
      />
      <Picker
        label={texts.sort}
        summary={texts[state.sort]}
        options={ISSUE_SORTS.map((value) => ({ value, text: texts[value] }))}
        value={state.sort}
        onChange={(sort) => onChange({ sort: sort === 'date' ? null : sort })}
      />
      <Dialog title={texts.customTitle} isOpen={asksTime} onClose={() => setAsksTime(false)}>
        <TimeForm
          state={state}
          onChange={(changes) => {
            setAsksTime(false);
            onChange(changes);
          }}
        />
      </Dialog>
    </div>
  );
}

/** Adds the values that the address names and the organization does not have, so that they can be removed. */
function withChosen(options: readonly { readonly value: string; readonly text: string }[], chosen: readonly string[]) {
  const optionValues = new Set(options.map(({ value }) => value));
  return [...options, ...chosen.filter((value) => !optionValues.has(value)).map((value) => ({ value, text: value }))];
}

/** Asks for a time of its own. Not an `OperationForm`: it calls no operation, and the list would wait for that file. */
function TimeForm({
  state,
  onChange,
}: {
  readonly state: IssueListState;
  readonly onChange: (changes: SearchValues) => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).issueFilters;
  const { timeZone } = usePreferences().preferences;
  const [from, setFrom] = useState(state.start === null ? '' : toLocalInput(state.start, timeZone));
  const [to, setTo] = useState(state.end === null ? '' : toLocalInput(state.end, timeZone));
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const [start, end] = [fromLocalInput(from, timeZone), fromLocalInput(to, timeZone)];
    if (start === null && end === null) setError(texts.missing);
    else if (start !== null && end !== null && start >= end) setError(texts.order);
    else onChange({ start, end, statsPeriod: null });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label={texts.start}
        help={timeZone === 'utc' ? texts.utc : texts.zone}
        type="datetime-local"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextField
        label={texts.end}
        type="datetime-local"
        errors={error === null ? [] : [error]}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <DialogActions>
        <Button type="submit" kind="primary">
          {texts.apply}
        </Button>
      </DialogActions>
    </form>
  );
}
