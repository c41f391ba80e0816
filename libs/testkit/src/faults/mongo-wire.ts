import { createRequire } from 'node:module';
import mongoose from 'mongoose';
import { type Instance, never } from './instance.ts';
import type { AskTampering, MongoCall } from './tampering.ts';

type Command = Record<string, unknown>;
type Options = { session?: unknown; promoteLongs?: boolean };
type Namespace = { readonly db: string };
/** How an answer is handed on: as bytes that are read when they are asked for, or as a document. */
type ResponseType = { make(bson: Uint8Array): object } | undefined;
/** The driver's own connection: its type is not exported, its place in the options is (`connectionType`). */
type DriverConnection = new (
  ...given: unknown[]
) => {
  command(ns: Namespace, command: Command, options?: Options, responseType?: ResponseType): Promise<unknown>;
  destroy(): void;
  onError(error: Error): void;
};

// The class is not among the driver's exports either; it is found where Mongoose finds the driver.
const fromMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
const { Connection } = fromMongoose('mongodb/lib/cmap/connection') as { readonly Connection: DriverConnection };
const { BSON } = mongoose.mongo;

/**
 * The driver looks after its connections with these, outside of any session: they are no work of the service.
 */
const OWN_COMMANDS: ReadonlySet<string> = new Set(['hello', 'ismaster', 'ping', 'buildInfo']);
/**
 * What the driver says on leaving: a dead process says nothing, yet the driver must be able to close its
 * sockets.
 */
const FAREWELLS: ReadonlySet<string> = new Set(['endSessions', 'killCursors', 'abortTransaction']);

/**
 * Options of MongoDB's driver with which each command of a client passes the instance: at the connection,
 * below retries, sessions and pools, so that the driver's own behaviour on a lost answer is part of what is
 * tested.
 */
export function mongoWire({ service, pass: { cross, alive } }: Instance, tampering: AskTampering) {
  class Wire extends Connection {
    readonly #underWay = new Set<Promise<unknown>>();

    override destroy(): void {
      this.#whenReceived(() => super.destroy());
    }

    override onError(error: Error): void {
      this.#whenReceived(() => super.onError(error));
    }

    /**
     * What a dead process has sent arrives all the same: its connection goes when the server has answered.
     */
    #whenReceived(go: () => void): void {
      if (alive() || this.#underWay.size === 0) go();
      else void Promise.allSettled(this.#underWay).then(go);
    }

    override command(ns: Namespace, command: Command, options: Options = {}, as?: ResponseType): Promise<unknown> {
      const name = Object.keys(command)[0] ?? '';
      if (OWN_COMMANDS.has(name) && options.session === undefined) return super.command(ns, command, options, as);
      if (!alive()) {
        if (FAREWELLS.has(name)) return Promise.resolve({ ok: 1 });
        // Taken from the pool while it closes: nobody would close it after that.
        this.destroy();
        return never();
      }
      const target = name === 'getMore' ? command['collection'] : command[name];
      const collection = typeof target === 'string' ? target : '';
      const call: MongoCall = { service, name, collection, command, options: { ...options } };
      const make = async (): Promise<unknown> => {
        const { mongo, mongoReply } = tampering();
        mongo?.(unpacked(call));
        if (mongoReply === undefined) return this.#send(ns, command, call.options, as);
        // A cursor's id is a long, and has to be one again when the answer is written anew.
        const reply = (await this.#send(ns, command, { ...call.options, promoteLongs: false })) as Command;
        mongoReply(call, reply);
        return as === undefined ? reply : as.make(BSON.serialize(reply));
      };
      return cross('mongodb', collection === '' ? name : `${name} ${collection}`, { make, lost });
    }

    #send(...given: Parameters<Wire['command']>): Promise<unknown> {
      const call = super.command(...given);
      const done = () => this.#underWay.delete(call);
      this.#underWay.add(call);
      call.then(done, done);
      return call;
    }
  }
  return { connectionType: Wire, ...QUIETLY } as const;
}

/** What the driver does by itself, without being asked, is left off. */
const QUIETLY = {
  // Spans are not looked at here, and a hundred clients need not each watch the server by streams.
  monitorCommands: false,
  serverMonitoringMode: 'poll',
  heartbeatFrequencyMS: 60_000,
  minPoolSize: 0,
  // Mongoose's own habit of making every collection at each start; indexes and first writes make them anyway.
  autoCreate: false,
} as const;

/**
 * How the driver hands on the statements of a bulk write: beside the command, as bytes already. It exports no
 * such type.
 */
type PackedCommand = { readonly documents: readonly Command[]; readonly chunks: unknown };

/** Puts what is sent beside a command into it, where it can be changed. */
function unpacked(call: MongoCall): MongoCall {
  for (const [field, value] of Object.entries(call.command)) {
    const packed = value as Partial<PackedCommand> | null;
    if (packed?.chunks !== undefined && Array.isArray(packed.documents)) call.command[field] = [...packed.documents];
  }
  return call;
}

/**
 * As the driver sees a server that stops answering: what has a transaction number is sent once more by
 * itself.
 */
const lost = (): Promise<never> => Promise.reject(new mongoose.mongo.MongoNetworkTimeoutError('cut by the test'));
