import type { Request, User } from '../../domain/event';
import { scrubOptional, scrubPairs, scrubText } from './parts';
import type { Rules } from './rules';

/** The person, but for their address, which is one or is not there. */
export function scrubUser(user: User | null, rules: Rules): User | null {
  if (user === null) return null;
  return {
    ...user,
    id: scrubText(user.id, rules),
    username: scrubText(user.username, rules),
    email: scrubText(user.email, rules),
    name: scrubText(user.name, rules),
    geo: scrubOptional(user.geo, rules),
    data: scrubOptional(user.data, rules),
  };
}

/** The method is letters. */
export function scrubRequest(request: Request | null, rules: Rules): Request | null {
  if (request === null) return null;
  return {
    ...request,
    url: scrubText(request.url, rules),
    fragment: scrubText(request.fragment, rules),
    query: scrubPairs(request.query, rules),
    headers: scrubPairs(request.headers, rules),
    cookies: scrubPairs(request.cookies, rules, (value, name) => rules.cookie(name, value)),
    data: rules.value(request.data),
    env: scrubOptional(request.env, rules),
    inferredContentType: scrubText(request.inferredContentType, rules),
    apiTarget: scrubText(request.apiTarget, rules),
  };
}
