/* Mistakes that must not compile: `tsc --noEmit` fails if a line marked here compiles. Nothing here runs. */
import { createClient } from '../../src/client/createClient';

const culprit = createClient({ baseUrl: 'http://127.0.0.1:4000' });
const EVENTS = '/api/0/projects/{organization_slug}/{project_slug}/events/';
const ISSUES = '/api/0/projects/{organization_slug}/{project_slug}/issues/';
const PROJECT = '/api/0/projects/{organization_slug}/{project_slug}/';
const path = { organization_slug: 'acme', project_slug: 'shop' };

export async function misuse(): Promise<unknown[]> {
  // @ts-expect-error the contract has no such path
  await culprit.GET('/api/0/nothing/');
  // @ts-expect-error the path has no POST
  await culprit.POST(EVENTS, { params: { path } });
  // @ts-expect-error the parameters of the path are required
  await culprit.GET(EVENTS);
  // @ts-expect-error one of them is missing
  await culprit.GET(EVENTS, { params: { path: { organization_slug: 'acme' } } });
  // @ts-expect-error no such query parameter
  await culprit.DELETE(ISSUES, { params: { path, query: { ids: [4] } } });
  // @ts-expect-error an id is a number
  await culprit.DELETE(ISSUES, { params: { path, query: { id: ['4'] } } });
  // @ts-expect-error no such field
  await culprit.PUT(PROJECT, { params: { path }, body: { colour: 'red' } });
  // @ts-expect-error no such platform
  await culprit.PUT(PROJECT, { params: { path }, body: { platform: 'abacus' } });
  // @ts-expect-error a GET has no body
  await culprit.GET(EVENTS, { params: { path }, body: {} });
  // @ts-expect-error the path is not a list
  culprit.pages('/healthz');

  const reply = await culprit.DELETE(ISSUES, { params: { path, query: { id: [4, 7] } } });
  // @ts-expect-error there is data only if the call succeeded
  const early = reply.data;
  if (reply.ok) return [early, reply.data satisfies 'Success.'];
  // @ts-expect-error a failure has no data
  const late = reply.data;
  // @ts-expect-error the operation has no such status
  if (reply.status === 409) return [late];
  if (reply.status === 403) return [reply.error.requiredScopes satisfies string[]];
  // @ts-expect-error only 403 has scopes
  return [reply.error.requiredScopes];
}

export async function records(): Promise<string[]> {
  const titles: string[] = [];
  for await (const event of culprit.records(EVENTS, { params: { path, query: { full: true } } })) {
    titles.push(event.title satisfies string);
    // @ts-expect-error no such field
    titles.push(event.headline);
  }
  return titles;
}

export async function misuseOfMethods(): Promise<unknown[]> {
  // @ts-expect-error the contract has no such operation
  await culprit.listNothing({ organization_slug: 'acme' });
  // @ts-expect-error the parameters of the path are required
  await culprit.listIssues();
  // @ts-expect-error one of them is missing
  await culprit.listIssues({ organization_slug: 'acme' });
  // @ts-expect-error no such query parameter
  await culprit.removeIssues({ ...path, ids: [4] });
  // @ts-expect-error an id is a number
  await culprit.removeIssues({ ...path, id: ['4'] });
  // @ts-expect-error no such field
  await culprit.updateProject({ ...path, body: { colour: 'red' } });
  // @ts-expect-error a GET has no body
  await culprit.listProjectEvents({ ...path, body: {} });
  // @ts-expect-error the operation is not a list
  culprit.getHealth.pages();

  const reply = await culprit.removeIssues({ ...path, id: [4, 7] });
  // @ts-expect-error there is data only if the call succeeded
  const early = reply.data;
  if (reply.ok) return [early, reply.data satisfies 'Success.'];
  // @ts-expect-error the operation has no such status
  if (reply.status === 409) return [];
  const titles: string[] = [];
  for await (const event of culprit.listProjectEvents.records({ ...path, full: true })) {
    titles.push(event.title satisfies string);
    // @ts-expect-error no such field
    titles.push(event.headline);
  }
  return titles;
}
