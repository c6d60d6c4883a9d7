import type { components } from '../../generated/api';
import type { ProjectFixture } from './fixtures';
import type { Service } from './service';

export type RuleRecord = components['schemas']['AlertRule'];

/** Returns a body that creates a rule; `given` replaces fields. */
export function ruleBody(given: object = {}): object {
  return { name: 'Rule', conditions: [{ type: 'new' }], recipients: [{ type: 'project' }], ...given };
}

/** Returns the alert rules of a project, as a caller has them. */
export function rulesOf(service: Service, project: ProjectFixture, token: string) {
  const path = `${project.path}rules/`;
  return {
    path,
    create: async (given: object = {}) =>
      (await service.client.post(path, token).send(ruleBody(given)).expect(201)).body as RuleRecord,
    list: async () => (await service.client.get(path, token).expect(200)).body as RuleRecord[],
    get: async (id: string) => (await service.client.get(`${path}${id}/`, token).expect(200)).body as RuleRecord,
  };
}
