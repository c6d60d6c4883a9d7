import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, CheckField, SelectField, TextField } from '../../components/controls';
import { ErrorNotice } from '../../components/feedback';
import { Page } from '../../components/shell';
import { ApiError, useAction, useWholeList } from '../../state/api';
import { useTexts } from '../../state/texts';
import { monitorsTexts } from '../../texts/monitors';
import styles from './monitors.module.css';
import type { ShownMonitor } from './timeline';

const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
const OUTDATED = ['listMonitors', 'getMonitor'] as const;

/** The values of the form, as texts. */
interface FormValues {
  readonly project: string;
  readonly name: string;
  readonly slug: string;
  readonly kind: 'crontab' | 'interval';
  readonly pattern: string;
  readonly every: string;
  readonly unit: (typeof UNITS)[number];
  readonly timezone: string;
  readonly margin: string;
  readonly runtime: string;
  readonly failures: string;
  readonly successes: string;
  readonly owner: string;
  readonly isActive: boolean;
}

function valuesOf(monitor: ShownMonitor | null): FormValues {
  const { config, owner } = monitor ?? { config: undefined, owner: null };
  const schedule = config?.schedule ?? '0 4 * * *';
  const [every = 1, unit = 'day'] = typeof schedule === 'string' ? [] : schedule;
  return {
    ...{ project: monitor?.project.slug ?? '', name: monitor?.name ?? '', slug: monitor?.slug ?? '' },
    kind: config?.schedule_type ?? 'crontab',
    pattern: typeof schedule === 'string' ? schedule : '0 4 * * *',
    ...{ every: String(every), unit: UNITS.find((one) => one === unit) ?? 'day' },
    timezone: config?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...{ margin: String(config?.checkin_margin ?? 1), runtime: String(config?.max_runtime ?? 30) },
    failures: String(config?.failure_issue_threshold ?? 1),
    successes: String(config?.recovery_threshold ?? 1),
    owner: owner === null ? '' : `${owner.type}:${owner.email ?? owner.id}`,
    isActive: monitor?.status !== 'disabled',
  };
}

/** The form of a new monitor, or of one that is changed. */
export function MonitorForm({
  organization,
  monitor,
  onClose,
}: {
  readonly organization: string;
  /** Null for a new one. */
  readonly monitor: ShownMonitor | null;
  /** Called with the slug of the saved monitor; null if nothing was saved. */
  readonly onClose: (slug: string | null) => void;
}): ReactNode {
  const { monitorForm: texts, units } = useTexts(monitorsTexts);
  const projects = useWholeList('listOrganizationProjects', { organization_slug: organization }).data ?? [];
  const [values, setValues] = useState(() => valuesOf(monitor));
  const create = useAction('createMonitor', OUTDATED);
  const update = useAction('updateMonitor', OUTDATED);
  const project = values.project === '' ? (projects[0]?.slug ?? '') : values.project;
  const error = create.error ?? update.error;
  const fields = error instanceof ApiError ? error.fields : {};
  const config = fields['config'] ?? [];
  const errorsOf = (name: string) => config.filter((message) => message.startsWith(`${name}: `)).map(withoutName);
  const text = (name: Exclude<keyof FormValues, 'isActive'>) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });
  const save = async (): Promise<void> => {
    const body = {
      name: values.name,
      ...(values.slug !== '' && { slug: values.slug }),
      ...{ status: values.isActive ? ('active' as const) : ('disabled' as const), owner: values.owner },
      config: {
        schedule_type: values.kind,
        schedule: values.kind === 'crontab' ? values.pattern : [Number(values.every), values.unit],
        ...{ timezone: values.timezone, checkin_margin: Number(values.margin), max_runtime: Number(values.runtime) },
        ...{ failure_issue_threshold: Number(values.failures), recovery_threshold: Number(values.successes) },
      },
    };
    const at = { organization_slug: organization };
    const saved =
      monitor === null
        ? await create.run({ ...at, body: { ...body, project } })
        : await update.run({ ...at, monitor_id_or_slug: monitor.id, body });
    onClose(saved.slug);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // The form shows the error.
    void save().catch(() => undefined);
  };
  const number = (name: 'every' | 'margin' | 'runtime' | 'failures' | 'successes', label: string, errors: string[]) => (
    <TextField label={label} type="number" min={name === 'margin' ? 0 : 1} required errors={errors} {...text(name)} />
  );
  return (
    <Page title={monitor === null ? texts.create : texts.edit(monitor.name)}>
      <form className="stack" onSubmit={submit}>
        {monitor === null && (
          <SelectField
            label={texts.project}
            value={project}
            errors={fields['project']}
            options={projects.map(({ slug, name }) => ({ value: slug, label: name }))}
            onChange={(slug) => setValues({ ...values, project: slug })}
          />
        )}
        <div className={styles.pair}>
          <TextField label={texts.name} required maxLength={128} errors={fields['name']} {...text('name')} />
          <TextField
            label={texts.slug}
            help={texts.slugHelp}
            maxLength={50}
            errors={fields['slug']}
            spellCheck={false}
            {...text('slug')}
          />
        </div>
        <div className={styles.pair}>
          <SelectField
            label={texts.kind}
            value={values.kind}
            options={[
              { value: 'crontab', label: texts.crontab },
              { value: 'interval', label: texts.interval },
            ]}
            onChange={(kind) => setValues({ ...values, kind })}
          />
          {values.kind === 'crontab' ? (
            <TextField
              label={texts.pattern}
              help={texts.patternHelp}
              required
              errors={errorsOf('schedule')}
              spellCheck={false}
              {...text('pattern')}
            />
          ) : (
            <>
              {number('every', texts.every, errorsOf('schedule'))}
              <SelectField
                label={texts.unit}
                value={values.unit}
                options={UNITS.map((unit) => ({ value: unit, label: units[unit] }))}
                onChange={(unit) => setValues({ ...values, unit })}
              />
            </>
          )}
          <TextField
            label={texts.timezone}
            required
            errors={errorsOf('timezone')}
            spellCheck={false}
            {...text('timezone')}
          />
        </div>
        <div className={styles.pair}>
          {number('margin', texts.margin, errorsOf('checkin_margin'))}
          {number('runtime', texts.runtime, errorsOf('max_runtime'))}
          {number('failures', texts.failures, errorsOf('failure_issue_threshold'))}
          {number('successes', texts.successes, errorsOf('recovery_threshold'))}
        </div>
        <TextField
          label={texts.owner}
          help={texts.ownerHelp}
          errors={fields['owner']}
          spellCheck={false}
          {...text('owner')}
        />
        <CheckField
          label={texts.active}
          checked={values.isActive}
          onChange={(event) => setValues({ ...values, isActive: event.currentTarget.checked })}
        />
        {error !== null && Object.keys(fields).length === 0 && <ErrorNotice error={error} />}
        <div className="actions">
          <Button onClick={() => onClose(null)}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isPending={create.isPending || update.isPending}>
            {monitor === null ? texts.submit : texts.save}
          </Button>
        </div>
      </form>
    </Page>
  );
}

/** Returns a message without the name of the field in front. */
function withoutName(message: string): string {
  return message.replace(/^[a-z_]+: /, '');
}
