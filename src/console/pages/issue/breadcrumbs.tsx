import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { useLevelName } from '../../components/levelName';
import { Section } from '../../components/shell';
import { useFormat } from '../../components/time';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { type CrumbPart, crumbText } from './eventParts';
import styles from './event.module.css';
import { crumbMeasure } from './measures';
import { LongText, MemberList } from './valueTree';

const SHOWN = 30;

/** The actions of the program before the error, as a time line that ends with it. */
export function Breadcrumbs({
  crumbs,
  errorTime,
  errorTitle,
}: {
  readonly crumbs: readonly CrumbPart[];
  readonly errorTime: string;
  readonly errorTitle: string;
}): ReactNode {
  const texts = useTexts(issueTexts).breadcrumbs;
  const format = useFormat();
  const levelName = useLevelName();
  const [type, setType] = useState('');
  const [level, setLevel] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const matching = crumbs.filter(
    (crumb) => (type === '' || nameOf(crumb) === type) && (level === '' || crumb.level === level),
  );
  const visible = showsAll ? matching : matching.slice(-SHOWN);
  // The times of events are whole seconds: the last breadcrumb can be later than the error by less than one.
  const end = Math.max(Date.parse(errorTime), ...crumbs.slice(-1).map(({ time }) => time ?? 0));
  return (
    <Section
      title={texts.title}
      actions={
        <>
          <Filter label={texts.type} all={texts.allTypes} value={type} values={crumbs.map(nameOf)} onChange={setType} />
          <Filter
            label={texts.level}
            all={texts.allLevels}
            value={level}
            values={crumbs.map((crumb) => crumb.level)}
            textOf={levelName}
            onChange={setLevel}
          />
        </>
      }
    >
      {visible.length < matching.length && (
        <div className="row small muted">
          {texts.earlier(format.number(matching.length - visible.length))}
          <Button size="small" onClick={() => setShowsAll(true)}>
            {texts.showAll(format.number(matching.length))}
          </Button>
        </div>
      )}
      {matching.length === 0 && <p className="muted">{texts.none}</p>}
      <ol className={styles['crumbs']}>
        {visible.map((crumb, index) => (
          <Crumb key={matching.length - visible.length + index} crumb={crumb} end={end} />
        ))}
        <li className={styles['crumb']} data-level="error">
          <span className={styles['crumbTime']}>{format.clock(errorTime)}</span>
          <span className={styles['crumbName']}>{texts.error}</span>
          <span className={styles['crumbText']}>{errorTitle}</span>
        </li>
      </ol>
    </Section>
  );
}

function nameOf({ category, type }: CrumbPart): string {
  return category ?? type;
}

function Filter({
  label,
  all,
  value,
  values,
  textOf = (one) => one,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly value: string;
  readonly values: readonly (string | null)[];
  /** Names a value; it is its own name by default. */
  readonly textOf?: (value: string) => string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const options = [...new Set(values)].filter((one) => one !== null).sort();
  if (options.length < 2 && value === '') return null;
  return (
    <select
      className={`input small ${styles['select'] ?? ''}`}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {textOf(option)}
        </option>
      ))}
    </select>
  );
}

function Crumb({ crumb, end }: { readonly crumb: CrumbPart; readonly end: number }): ReactNode {
  const texts = useTexts(issueTexts).breadcrumbs;
  const format = useFormat();
  const levelName = useLevelName();
  const { time, level, data } = crumb;
  const text = crumbText(crumb);
  return (
    <li className={styles['crumb']} data-level={level ?? 'info'}>
      <span className={styles['crumbTime']} title={time === null ? undefined : format.dateTime(time)}>
        {time === null ? '' : format.span(time - end)}
      </span>
      <span className={styles['crumbName']}>
        {nameOf(crumb)}
        {level !== null && level !== 'info' && <span className={styles['crumbLevel']}> {levelName(level)}</span>}
      </span>
      <div className={styles['crumbText']}>
        {text !== null && (
          <p>
            <LongText text={text} />
          </p>
        )}
        {data !== null &&
          (text === null ? (
            <MemberList members={Object.entries(data)} measureOf={crumbMeasure} />
          ) : (
            <details>
              <summary className="muted small">{texts.data}</summary>
              <MemberList members={Object.entries(data)} measureOf={crumbMeasure} />
            </details>
          ))}
      </div>
    </li>
  );
}
