/*
 * Sends requests on connections that it keeps, pauses until they are idle for as long as many servers keep them, and
 * goes on. Prints the errors as JSON. Arguments: fetch or http, the URL of the service, the path to which events are
 * posted, a project's path, a token, and the number of requests.
 */
'use strict';

const http = require('node:http');
const { setTimeout: pause } = require('node:timers/promises');

const [kind, url, storePath, projectPath, token, count] = process.argv.slice(2);
const WORKERS = 16;
/**
 * Pauses of all workers, shared out over the requests. Servers with the defaults of Node.js close idle connections
 * after five seconds. The pauses of a long measurement meet the last moment of such a connection from both sides.
 */
const PAUSES_MS = count < 1_000 ? [5_005] : [4_995, 5_005, 5_500];
/** In the last pause, the client is busy: it does not see that a connection was closed, and uses it. */
const BUSY_MS = 6_500;

const agent = new http.Agent({ keepAlive: true, maxSockets: WORKERS });
const bearer = { Authorization: `Bearer ${token}` };
const unknownKey = storePath.replace(/sentry_key=\w+/, `sentry_key=${'0'.repeat(32)}`);

/**
 * Accepted requests, and requests that are refused before and after their body is read: [status, method, path, body,
 * headers].
 */
const REQUESTS = [
  [200, 'POST', storePath, '{"message":"kept"}'],
  [200, 'GET', '/healthz'],
  [403, 'POST', unknownKey, 'x'.repeat(3_000)],
  [400, 'POST', storePath, '{'],
  [404, 'GET', `${projectPath}events/none/`, undefined, bearer],
  [404, 'POST', '/nowhere', 'x'.repeat(100)],
  [415, 'POST', storePath, 'x'.repeat(70_000), { 'Content-Encoding': 'zip' }],
  [403, 'POST', unknownKey, 'x'.repeat(200_000)],
  [200, 'GET', projectPath, undefined, bearer],
];

function sendByHttp(method, path, body, headers) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': body.length };
    const request = http.request(`${url}${path}`, { agent, method, headers: { ...headers, ...length } }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode));
      response.resume();
    });
    request.on('error', reject).end(body);
  });
}

async function sendByFetch(method, path, body, headers) {
  const response = await fetch(`${url}${path}`, { method, body, headers });
  await response.arrayBuffer();
  return response.status;
}

async function main() {
  const send = kind === 'fetch' ? sendByFetch : sendByHttp;
  const errors = [];
  let sent = 0;
  let rounds = 0;
  for (const milliseconds of [...PAUSES_MS, BUSY_MS, 0]) {
    const last = Math.round((count / (PAUSES_MS.length + 2)) * (rounds += 1));
    const work = async () => {
      while (sent < last) {
        const [status, method, path, body, headers] = REQUESTS[sent % REQUESTS.length];
        sent += 1;
        try {
          const received = await send(method, path, body, headers);
          if (received !== status) errors.push(`${method} ${path}: ${received} instead of ${status}`);
        } catch (error) {
          errors.push(
            `${method} ${path}: ${error.cause?.code ?? error.code ?? ''} ${error.cause?.message ?? error.message}`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    if (milliseconds === BUSY_MS) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
    else await pause(milliseconds);
  }
  agent.destroy();
  process.stdout.write(JSON.stringify({ sent, errors }));
}

main();
