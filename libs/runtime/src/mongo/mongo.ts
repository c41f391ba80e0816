import { SpanStatusCode } from '@opentelemetry/api';
import mongoose, { type Connection } from 'mongoose';
import { isAwayWhen } from '../service/away.ts';
import type { FaultHook } from '../service/fault-hook.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type Span, SpanKind, startSpan } from '../telemetry/telemetry.ts';

export type MongoOptions = {
  readonly url: string;
  readonly db: string;
  readonly log: Logger;
  /** Shown in the server's own logs and statistics. */
  readonly name: string;
  readonly maxPoolSize?: number;
  readonly faultHook?: FaultHook | undefined;
};

/** The write and read guarantees of every model; money depends on each of them. */
export const MONGO_GUARANTEES = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  retryWrites: true,
  readPreference: 'primary',
} as const;

/** A transaction that decides by what it has read: as it was at one moment, and would survive any one server. */
export const SNAPSHOT_TRANSACTION = {
  readConcern: { level: 'snapshot' },
  writeConcern: MONGO_GUARANTEES.writeConcern,
  readPreference: MONGO_GUARANTEES.readPreference,
} as const;

/**
 * Opens the service's own database with majority, journaled writes; `asPromise` is already awaited. Leave by
 * `destroy`: what is only closed stays in Mongoose's list for good.
 */
export async function connectMongo({
  url,
  db,
  log,
  name,
  maxPoolSize = 50,
  faultHook,
}: MongoOptions): Promise<Connection> {
  const connection = mongoose.createConnection(url, {
    ...MONGO_GUARANTEES,
    dbName: db,
    appName: name,
    maxPoolSize,
    minPoolSize: 2,
    serverSelectionTimeoutMS: 10_000,
    autoIndex: false,
    autoCreate: false,
    monitorCommands: true,
    ...faultHook?.mongo,
  });
  await connection.asPromise();
  let closed = false;
  connection.on('disconnecting', () => {
    closed = true;
  });
  connection.on('disconnected', () => closed || log.warn('mongodb disconnected'));
  connection.on('reconnected', () => log.info('mongodb reconnected'));
  traceCommands(connection, db);
  return connection;
}

const QUIET_COMMANDS = new Set([
  'hello',
  'ping',
  'endSessions',
  'getMore',
  'createIndexes',
  'listIndexes',
  'killCursors',
]);

/** One client span for each command: its name and collection, never its content. */
function traceCommands(connection: Connection, db: string): void {
  const open = new Map<number, Span>();
  const client = connection.getClient();
  client.on('commandStarted', (event) => {
    if (QUIET_COMMANDS.has(event.commandName)) return;
    const collection = (event.command as Record<string, unknown>)[event.commandName];
    const span = startSpan(`mongodb ${event.commandName}`, {
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'mongodb',
        'db.namespace': db,
        'db.operation.name': event.commandName,
        ...(typeof collection === 'string' ? { 'db.collection.name': collection } : {}),
      },
    });
    if (span.isRecording()) open.set(event.requestId, span);
  });
  const end = (requestId: number, failure?: string): void => {
    const span = open.get(requestId);
    if (span === undefined) return;
    open.delete(requestId);
    if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  client.on('commandSucceeded', (event) => end(event.requestId));
  client.on('commandFailed', (event) => end(event.requestId, event.failure.name));
}

/** MongoDB's answer to a second insert under a unique index. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11_000;

/** Positions in an unordered bulk that were refused as duplicates; any other failure is thrown on. */
export function duplicatesOf(error: unknown): ReadonlySet<number> {
  const failures = error instanceof mongoose.mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (failures.length === 0 || !failures.every(isDuplicateKey)) throw error;
  return new Set(failures.map(({ index }) => index));
}

/** Answers of a server that is changing its role, going away or too slow: MongoDB's codes for "ask again". */
const AWAY_CODES: ReadonlySet<unknown> = new Set([
  50, 64, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_601, 11_602, 13_435, 13_436,
]);

/**
 * What a socket says of a connection that broke while the driver waited to write: the driver passes it on as
 * it is (`writeCommand` waits for the socket's `drain`).
 */
const BROKEN_SOCKET: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT']);
const { MongoNetworkError, MongoSystemError, MongoNotConnectedError, MongoTopologyClosedError } = mongoose.mongo;

/** The database cannot be reached or does not answer in time: nobody's bug, and worth another try. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoSystemError ||
  error instanceof MongoNotConnectedError ||
  error instanceof MongoTopologyClosedError ||
  // A write of many wraps whatever became of it.
  (error instanceof mongoose.mongo.MongoBulkWriteError && isDatabaseUnavailable(error.errorResponse)) ||
  (error instanceof mongoose.mongo.MongoServerError && AWAY_CODES.has(error.code)) ||
  (error instanceof Error && 'code' in error && BROKEN_SOCKET.has(error.code)) ||
  (error instanceof mongoose.MongooseError && error.message.includes('buffering timed out'));

isAwayWhen(isDatabaseUnavailable);
