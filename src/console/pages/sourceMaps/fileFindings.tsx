import type { ReactNode } from 'react';
import { useFormat } from '../../components/time';
import type { RecordOfList } from '../../state/api';
import { useTexts } from '../../state/texts';
import { componentsTexts } from '../../texts/components';
import styles from './sourceMaps.module.css';

/** The problems of a file. Their texts come from the service, in English. */
export function FileFindings({
  findings,
}: {
  readonly findings: RecordOfList<'getArtifactBundle'>['findings'];
}): ReactNode {
  const texts = useTexts(componentsTexts).fileFindings;
  const format = useFormat();
  if (findings === null) return <p className="small muted">{texts.unchecked}</p>;
  if (findings.length === 0) return null;
  return (
    <ul className={styles.findings}>
      {findings.map(({ rule, severity, where, message, count }, index) => (
        <li key={index}>
          <span className="badge" data-kind={severity === 'error' ? 'danger' : 'warning'}>
            {texts[severity]}
          </span>{' '}
          <span lang="en">{message}</span>{' '}
          <span className="small muted">
            <code>{rule}</code>
            {where !== null && (
              <>
                {' · '}
                <code>{where}</code>
              </>
            )}
            {count > 1 && ` · ${texts.places(format.number(count))}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
