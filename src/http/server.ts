import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import express, { type Request, type Response } from 'express';
import type { Logger } from '../log';
import { bindContract } from './contract';
import { readOperations, takesDsn, type ContractOperation } from './document';
import type { Exchange } from './exchange';
import { createNodeServer } from './nodeServer';
import type { Replies } from './replies';
import { Routes } from './routes';
import { Sender } from './sender';
import { createStages, type DoorParts } from './stages';
import { readTarget } from './target';

export interface ServerOptions extends Omit<DoorParts, 'contract' | 'firstError'> {
  readonly document: object;
  readonly replies: Replies;
  readonly log: Logger;
  readonly checksEveryReply: boolean;
  /** Addresses or networks, `loopback` or `uniquelocal`: whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
}

/** The HTTP server of the contract, not listening yet. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const door = await openDoor(options);
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', options.trustedProxies);
  app.use((request: Request, response: Response) => door(request, response));
  return createNodeServer(app);
}

type Door = (request: Request, response: Response) => Promise<void>;

async function openDoor(options: ServerOptions): Promise<Door> {
  const { document, replies, log } = options;
  const operations = readOperations(document);
  const routes = new Routes(operations);
  const stages = createStages({
    ...options,
    firstError: (pointer, value) => replies.firstError(pointer, value),
    contract: JSON.stringify(document),
  });
  const { dispatch, warm } = await bindContract(document, operations, routes, stages);
  warmInIdleTime(operations, [(operation) => replies.warm(operation), warm]);
  const sender = new Sender(replies, options);

  return async (request, response) => {
    const exchange = openExchange(request, response);
    if (request.method === 'OPTIONS' && isIngest(routes, exchange)) return void sender.preflight(response);
    try {
      sender.reply(exchange, await dispatch(exchange));
    } catch (failure) {
      sender.failure(exchange, failure, isIngest(routes, exchange));
    } finally {
      exchange.share?.release();
    }
    log.debug(
      { request: exchange.id, method: request.method, url: request.url, status: response.statusCode },
      'answered',
    );
  };
}

/** Events come in bursts, and the first should not wait for a compiler. To compile the whole contract would take 20 MiB for good. */
function warmInIdleTime(
  operations: readonly ContractOperation[],
  warmers: readonly ((operation: ContractOperation) => void)[],
): void {
  const tasks = operations.filter(takesDsn).flatMap((operation) => warmers.map((warm) => () => warm(operation)));
  const next = () => {
    tasks.shift()?.();
    if (tasks.length > 0) setImmediate(next).unref();
  };
  setImmediate(next).unref();
}

function openExchange(request: Request, response: Response): Exchange {
  const { path, search } = readTarget(request.url);
  return {
    id: randomUUID(),
    request,
    response,
    method: request.method,
    path,
    search,
    now: Date.now(),
    query: {},
    body: {},
  };
}

/** Whether the path is one that SDKs send to, whatever the method. */
function isIngest(routes: Routes, { path, match }: Exchange): boolean {
  if (match !== undefined) return takesDsn(match.operation);
  try {
    return takesDsn(routes.match('POST', path).operation);
  } catch {
    return false;
  }
}
