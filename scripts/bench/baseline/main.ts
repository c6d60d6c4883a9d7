/*
 * The same work without the service: bare node:http on the same schema, with the same statements and pragmas, the same
 * JSON to parse, the same compression of bodies, and a group commit. It has no framework, authentication, validation,
 * normalization and scrubbing, and handles only the requests of the scenarios.
 */
import { close, removeIssues } from './database';
import { listEvents } from './events';
import { storeEnvelope } from './ingest';
import { serve } from './serve';

serve(({ method, url = '' }, body, send, origin) => {
  const { pathname, search } = new URL(url, origin);
  if (pathname.endsWith('/envelope/')) return storeEnvelope(body, send);
  if (method === 'DELETE') return removeIssues(send);
  if (pathname === '/healthz') return send('{"status":"ok"}');
  const { text, link } = listEvents(origin + pathname, search);
  send(text, { Link: link });
}, close);
