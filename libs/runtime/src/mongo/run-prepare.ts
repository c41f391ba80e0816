import type { Connection } from 'mongoose';
import { ConfigError, type ConfigOf, type Reader, readConfig } from '../config/config.ts';
import { SERVICE_SPEC } from '../config/service-spec.ts';
import { createLogger, type Logger } from '../telemetry/logger.ts';
import { connectMongo } from './mongo.ts';

type DatabaseSpec = { readonly MONGO_URL: Reader<string>; readonly MONGO_DB: Reader<string> };
type DatabaseConfig = ConfigOf<DatabaseSpec & Pick<typeof SERVICE_SPEC, 'LOG_LEVEL' | 'LOG_FORMAT'>>;

/** What a version needs of its database before it serves: indexes, and what it would fill in later. */
type MakeIndexes = (connection: Connection, log: Logger) => Promise<unknown>;

/**
 * The whole of a service's `prepare.ts`: makes the indexes of a version before it serves, so that a large one
 * delays no replica's readiness, and ends. Code 0: all are there. 1: not, and the log says which. It only
 * adds: the version before goes on with what it has. May run twice at once and be killed at any line: the
 * server goes on with a build that it has begun, and a second caller waits for its end.
 */
export async function runPrepare(name: string, spec: DatabaseSpec, makeIndexes: MakeIndexes): Promise<void> {
  const config = readOrExit(name, spec);
  const log = createLogger({ service: name, level: config.LOG_LEVEL, format: config.LOG_FORMAT });
  const end = (code: number): void => log.flush(() => process.exit(code));
  // As the first process of a container it would ignore both.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      log.warn({ signal }, 'stopped; what the database has begun to build it goes on building');
      end(1);
    });
  try {
    await prepare(config, makeIndexes, { name: `${name}-prepare`, log });
    end(0);
  } catch (error) {
    log.error(reasonOf(error), 'the indexes could not be made: this version must not serve yet');
    end(1);
  }
}

/** Of all that a service reads its database alone: the job gets none of its other secrets. */
function readOrExit(name: string, { MONGO_URL, MONGO_DB }: DatabaseSpec): DatabaseConfig {
  const { LOG_LEVEL, LOG_FORMAT } = SERVICE_SPEC;
  try {
    return readConfig(process.env, { MONGO_URL, MONGO_DB, LOG_LEVEL, LOG_FORMAT });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${name} cannot prepare: ${error.message}\n`);
    process.exit(1);
  }
}

async function prepare(
  { MONGO_URL, MONGO_DB }: DatabaseConfig,
  makeIndexes: MakeIndexes,
  { name, log }: { readonly name: string; readonly log: Logger },
): Promise<void> {
  const connection = await connectMongo({ url: MONGO_URL, db: MONGO_DB, log, name, maxPoolSize: 5 });
  try {
    const before = await indexesOf(connection);
    await makeIndexes(connection, log);
    const made = [...(await indexesOf(connection))].filter((index) => !before.has(index));
    log.info({ made, there: before.size, took_ms: Math.round(performance.now()) }, 'every index is there');
  } finally {
    await connection.close();
  }
}

/** Not the one that every collection has. */
const isOwn = (index: string): boolean => !index.endsWith('._id_');

/** Every index of the database as `collection.name`. */
export async function indexesOf(connection: Connection): Promise<Set<string>> {
  const collections = await connection.listCollections();
  const named = collections.map(async ({ name }) =>
    (await connection.collection(name).indexes()).map((index) => `${name}.${index.name}`).filter(isOwn),
  );
  return new Set((await Promise.all(named)).flat());
}

type Failure = Error & { readonly code?: unknown; readonly codeName?: unknown };
const DUPLICATE = 11_000;

/**
 * What stands in the way. A duplicate's message quotes the values, which may be a person's: only where it is,
 * is told.
 */
function reasonOf(error: unknown): object {
  const { code, codeName, message } = error as Failure;
  if (code !== DUPLICATE) return { err: error };
  const [, collection, index] = /collection: [^.\s]+\.(\S+) index: (\S+)/.exec(message) ?? [];
  return { code, reason: codeName ?? 'DuplicateKey', collection, index };
}
