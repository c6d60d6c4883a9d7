import type { ReactNode } from 'react';
import { Button } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { Picker } from '../../components/picker';
import { Page, Pager } from '../../components/shell';
import { DataTable, type TableColumn } from '../../components/table';
import { TimeAgo } from '../../components/time';
import { type RecordOfList, useList, useWholeList } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useNavigate, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { alertsTexts } from '../../texts/alerts';
import { kindOfState } from '../projects/alertTexts';
import { RuleSentence, useReceivers } from '../projects/ruleSentence';

type RuleOfProject = RecordOfList<'listOrganizationAlertRules'>;

/** Rules of a page: each is a sentence. */
const PER_PAGE = 50;

/** The alert rules of all projects of an organization. */
export default function AlertsPage(): ReactNode {
  const texts = useTexts(alertsTexts).alertsPage;
  const { organization = '' } = useParams();
  const search = useSearchState();
  const cursor = search.get('cursor');
  const mayWrite = useMayDo('alerts:write', 'project:write', 'project:admin');
  const rules = useList(
    'listOrganizationAlertRules',
    { organization_slug: organization, per_page: PER_PAGE, ...(cursor !== null && { cursor }) },
    { keepsPrevious: true },
  );
  return (
    <Page title={texts.title} actions={mayWrite && <NewRule organization={organization} />}>
      <Loaded query={rules} lines={8}>
        {({ records, previous, next }) =>
          records.length === 0 ? (
            <EmptyState title={texts.none}>
              <p>{texts.noneHelp}</p>
            </EmptyState>
          ) : (
            <>
              <RuleTable organization={organization} rules={records} />
              <Pager previous={previous} next={next} onTurn={(turned) => search.set({ cursor: turned })} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Returns the address of a rule among those of its project. @param rule its id, or `new` */
function ruleAddress(organization: string, project: string, rule: string): string {
  return `${pathOf(organization, 'projects', project, 'settings', 'alerts')}?rule=${rule}`;
}

/** Asks for the project of a new rule, and goes to its form. */
function NewRule({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(alertsTexts).alertsPage;
  const navigate = useNavigate();
  const projects = useWholeList('listOrganizationProjects', { organization_slug: organization }).data ?? [];
  if (projects.length === 0) return null;
  return (
    <Picker
      label={texts.create}
      summary={texts.chooseProject}
      button={
        <Button kind="primary" icon="plus">
          {texts.create}
        </Button>
      }
      options={projects.map(({ slug, name }) => ({ value: slug, text: name }))}
      value=""
      onChange={(slug) => void navigate(ruleAddress(organization, slug, 'new'))}
    />
  );
}

function RuleTable({
  organization,
  rules,
}: {
  readonly organization: string;
  readonly rules: readonly RuleOfProject[];
}): ReactNode {
  const texts = useTexts(alertsTexts).alertsPage;
  const words = useTexts(alertsTexts).alertWords;
  const mayReadDeliveries = useMayDo('alerts:read', 'alerts:write');
  const deliveries = useList('listAlertDeliveries', mayReadDeliveries ? { organization_slug: organization } : null);
  const { nameOf } = useReceivers(organization);
  const columns: readonly TableColumn<RuleOfProject>[] = [
    {
      heading: texts.rule,
      cell: ({ project, rule }) => <Link to={ruleAddress(organization, project.slug, rule.id)}>{rule.name}</Link>,
    },
    {
      heading: texts.project,
      cell: ({ project }) => <Link to={pathOf(organization, 'projects', project.slug)}>{project.name}</Link>,
    },
    { heading: texts.does, cell: ({ rule }) => <RuleSentence rule={rule} nameOf={nameOf} /> },
    {
      heading: texts.state,
      cell: ({ rule }) =>
        rule.isActive ? (
          <span className="badge" data-kind="success">
            {texts.on}
          </span>
        ) : (
          <span className="badge">{texts.off}</span>
        ),
    },
    {
      heading: texts.last,
      cell: ({ rule }) => {
        const last = deliveries.data?.records.find((delivery) => delivery.rule?.id === rule.id);
        if (last === undefined) return null;
        return (
          <>
            <TimeAgo time={last.dateSettled ?? last.dateCreated} />{' '}
            <span className="badge" data-kind={kindOfState(last.state)}>
              {words[last.state]}
            </span>
          </>
        );
      },
    },
  ];
  return <DataTable label={texts.title} columns={columns} rows={rules} keyOf={({ rule }) => rule.id} />;
}
