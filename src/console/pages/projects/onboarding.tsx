import { type ReactNode, useState } from 'react';
import { createClient } from '../../../client/createClient';
import { Button, CopyButton } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { ApiError, type DataOf, type RecordOfList, useOperation, useWholeList } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
import { useTexts } from '../../state/texts';
import { projectsTexts } from '../../texts/projects';
import styles from './projects.module.css';
import { curlOf, snippetOf } from './snippets';

/** Time between two requests for the first event, in milliseconds. */
const POLL_INTERVAL = 3000;

interface OnboardingProps {
  readonly organization: string;
  readonly project: DataOf<'getProject'>;
}

/** Instructions for sending the first error, until the project has one. */
export function Onboarding({ organization, project }: OnboardingProps): ReactNode {
  const texts = useTexts(projectsTexts).onboarding;
  const keys = useWholeList('listProjectKeys', { organization_slug: organization, project_slug: project.slug });
  return (
    <Loaded query={keys} lines={10}>
      {(records) => {
        const key = records.find(({ isActive }) => isActive);
        return key === undefined ? (
          <p className="notice" data-kind="warning">
            {texts.noKey}{' '}
            <Link to={pathOf(organization, 'projects', project.slug, 'settings', 'keys')}>{texts.keys}</Link>.
          </p>
        ) : (
          <>
            <FirstEvent organization={organization} project={project} activeKey={key} />
            <Section title={texts.instructions}>
              <Instructions platform={project.platform} dsn={key.dsn.public} />
            </Section>
          </>
        );
      }}
    </Loaded>
  );
}

function Instructions({ platform, dsn }: { readonly platform: string | null; readonly dsn: string }): ReactNode {
  const texts = useTexts(projectsTexts).onboarding;
  const snippet = snippetOf(platform, dsn);
  return (
    <div className="stack">
      <CodeBlock title={texts.dsn} code={dsn} />
      <p className="muted small">{texts.dsnHelp}</p>
      {snippet === null ? (
        <p>{texts.generic(platform === null || platform === 'other' ? texts.noPlatform : platform)}</p>
      ) : (
        <>
          <CodeBlock title={texts.install} code={snippet.install} />
          <CodeBlock title={texts.start} code={snippet.code} />
        </>
      )}
      <CodeBlock title={texts.curl} code={curlOf(dsn)} />
    </div>
  );
}

function CodeBlock({ title, code }: { readonly title: string; readonly code: string }): ReactNode {
  return (
    <div className={styles.codeBlock}>
      <div className={styles.codeHead}>
        <h3>{title}</h3>
        <CopyButton text={code} />
      </div>
      <pre className={styles.code}>{code}</pre>
    </div>
  );
}

/** Waits for the first issue of the project, and links to it. */
function FirstEvent({
  organization,
  project,
  activeKey,
}: OnboardingProps & { readonly activeKey: RecordOfList<'listProjectKeys'> }): ReactNode {
  const texts = useTexts(projectsTexts).onboarding;
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);
  const [isSent, setSent] = useState(false);
  const issues = useOperation(
    'listIssues',
    { organization_slug: organization, project_slug: project.slug, query: '', per_page: 1 },
    { refetchInterval: POLL_INTERVAL, staleTime: 0 },
  );
  const issue = issues.data?.[0];
  const send = async (): Promise<void> => {
    setSending(true);
    setProblem(null);
    try {
      const client = createClient({ baseUrl: location.origin, publicKey: activeKey.public });
      const reply = await client.storeEvent({
        project_id: project.id,
        body: {
          message: texts.message,
          level: 'error',
          platform: 'other',
          environment: 'test',
        },
      });
      if (!reply.ok) throw new ApiError(reply.response.status, `${texts.refused} ${JSON.stringify(reply.error)}`);
      setSent(true);
      await issues.refetch();
    } catch (error) {
      setProblem(error instanceof TypeError ? new ApiError(0, error.message) : (error as Error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Section title={texts.status}>
      <div className="row" aria-live="polite">
        {issue === undefined ? (
          <>
            <strong>{isSent ? texts.sent : texts.waiting}</strong>
            <span className="muted">{texts.waitingHelp}</span>
            <Button disabled={isSending} onClick={() => void send()}>
              {texts.test}
            </Button>
          </>
        ) : (
          <>
            <strong>{texts.arrived}</strong>
            <Link to={pathOf(organization, 'issues', issue.id)}>
              {texts.open}: {issue.title}
            </Link>
          </>
        )}
      </div>
      {problem !== null && <ErrorNotice error={problem} />}
      {issues.error !== null && <ErrorNotice error={issues.error} />}
    </Section>
  );
}
