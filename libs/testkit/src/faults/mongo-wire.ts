import { createRequire } from 'node:module';
import mongoose from 'mongoose';
import { never, type Pass } from './instance.ts';

type Command = Record<string, unknown>;
type Namespace = { readonly db: string };
/** The driver's own connection: its type is not exported, its place in the options is (`connectionType`). */
type DriverConnection = new (
  ...given: unknown[]
) => {
  command(ns: Namespace, command: Command, options?: object, responseType?: unknown): Promise<unknown>;
  destroy(): void;
};

// The class is not among the driver's exports either; it is found where Mongoose finds the driver.
const fromMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
const { Connection } = fromMongoose('mongodb/lib/cmap/connection') as { readonly Connection: DriverConnection };

/** The driver keeps itself alive with these: they are no work of the service. */
const OWN_COMMANDS: ReadonlySet<string> = new Set(['hello', 'ismaster', 'ping', 'buildInfo']);
/** What the driver says on leaving: a dead process says nothing, yet the driver must be able to close its sockets. */
const FAREWELLS: ReadonlySet<string> = new Set(['endSessions', 'killCursors', 'abortTransaction']);

/** Changes a command on its way; for planted defects. */
export type Rewrite = (command: Command, name: string) => void;

/**
 * Options of MongoDB's driver with which each command of a client passes the instance: at the connection, below retries,
 * sessions and pools, so that the driver's own behaviour on a lost answer is part of what is tested.
 */
export function mongoWire({ cross, alive }: Pass, rewrite: Rewrite = () => undefined) {
  class Wire extends Connection {
    override command(ns: Namespace, command: Command, options?: object, responseType?: unknown): Promise<unknown> {
      const name = Object.keys(command)[0] ?? '';
      const make = (): Promise<unknown> => super.command(ns, command, options, responseType);
      if (OWN_COMMANDS.has(name)) return make();
      if (!alive()) {
        if (FAREWELLS.has(name)) return Promise.resolve({ ok: 1 });
        // Taken from the pool while it closes: nobody would close it after that.
        this.destroy();
        return never();
      }
      rewrite(command, name);
      return cross('mongodb', whatOf(name, command), { make, lost });
    }
  }
  return {
    connectionType: Wire,
    // Spans are not looked at here, and a hundred clients need not each watch the server by streams.
    monitorCommands: false,
    serverMonitoringMode: 'poll',
    heartbeatFrequencyMS: 60_000,
    minPoolSize: 0,
    // Mongoose's own habit of making every collection at each start; indexes and first writes make them anyway.
    autoCreate: false,
  } as const;
}

/** As the driver sees a server that stops answering: what has a transaction number is sent once more by itself. */
const lost = (): Promise<never> => Promise.reject(new mongoose.mongo.MongoNetworkTimeoutError('cut by the test'));

function whatOf(name: string, command: Command): string {
  const target = name === 'getMore' ? command['collection'] : command[name];
  return typeof target === 'string' ? `${name} ${target}` : name;
}
