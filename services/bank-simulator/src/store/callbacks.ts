import { randomUUID } from 'node:crypto';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import type { SimulatedCallback } from '../domain/callback.ts';

export type NewCallback = Omit<SimulatedCallback, 'id' | 'attempts' | 'suffix'> &
  Partial<Pick<SimulatedCallback, 'suffix'>> & { readonly delayMs: number; readonly now: Date };
type CallbackState = 'queued' | 'delivered' | 'given_up' | 'no_webhook';
type CallbackDocument = Omit<SimulatedCallback, 'id'> & {
  readonly _id: string;
  readonly state: CallbackState;
  readonly dueAt: Date;
  readonly lastError: string | null;
};

const schema = new Schema<CallbackDocument>(
  {
    _id: { type: String, required: true },
    clientId: { type: String, required: true },
    chave: { type: String, required: true },
    suffix: { type: String, default: '/pix' },
    body: { type: String, required: true },
    copies: { type: Number, required: true },
    attempts: { type: Number, required: true },
    state: { type: String, required: true },
    dueAt: { type: Date, required: true },
    lastError: { type: String, default: null },
  },
  { versionKey: false, strict: 'throw' },
);
schema.index({ state: 1, dueAt: 1 });

const fromDocument = ({
  _id,
  clientId,
  chave,
  suffix = '/pix',
  body,
  copies,
  attempts,
}: CallbackDocument): SimulatedCallback => ({
  id: _id,
  clientId,
  chave,
  suffix,
  body,
  copies,
  attempts,
});

export type CallbackStore = ReturnType<typeof callbackStore>;

/**
 * The queue of callbacks. It lives in the database, so a restart loses none; a claim is a lease, so a death
 * delays only.
 */
export function callbackStore(connection: Connection) {
  const model = connection.model<CallbackDocument>('Callback', schema, 'callbacks');
  return {
    ready: async (): Promise<void> => void (await makeIndexesOf(model)),

    async enqueue({ delayMs, now, ...callback }: NewCallback, session: ClientSession | null = null): Promise<string> {
      const dueAt = new Date(now.getTime() + delayMs);
      const _id = randomUUID();
      await model.create([{ ...callback, _id, attempts: 0, state: 'queued', dueAt }], { session });
      return _id;
    },

    /**
     * Takes the callback that has waited longest, for `leaseMs`; due times and leases follow the database's
     * clock.
     */
    async claim(leaseMs: number): Promise<SimulatedCallback | undefined> {
      const claimed = await model
        .findOneAndUpdate(
          { state: 'queued', $expr: { $lte: ['$dueAt', '$$NOW'] } },
          [{ $set: { attempts: { $add: ['$attempts', 1] }, dueAt: { $add: ['$$NOW', leaseMs] } } }],
          { sort: { dueAt: 1 }, returnDocument: 'after', updatePipeline: true },
        )
        .lean<CallbackDocument>()
        .exec();
      return claimed === null ? undefined : fromDocument(claimed);
    },

    /** Ends a claimed attempt; a claim that was taken over meanwhile changes nothing. */
    async finish(
      { id, attempts }: SimulatedCallback,
      state: Exclude<CallbackState, 'queued'>,
      lastError: string | null = null,
    ): Promise<void> {
      await model.updateOne({ _id: id, attempts, state: 'queued' }, { $set: { state, lastError } });
    },

    async retry({ id, attempts }: SimulatedCallback, waitMs: number, lastError: string): Promise<void> {
      await model.updateOne(
        { _id: id, attempts, state: 'queued' },
        [{ $set: { dueAt: { $add: ['$$NOW', waitMs] }, lastError: { $literal: lastError } } }],
        { updatePipeline: true },
      );
    },

    async count(clientId: string): Promise<Record<string, number>> {
      const rows = await model.aggregate<{ _id: string; n: number }>([
        { $match: { clientId } },
        { $group: { _id: '$state', n: { $sum: 1 } } },
      ]);
      return Object.fromEntries(rows.map(({ _id, n }) => [_id, n]));
    },
  };
}
