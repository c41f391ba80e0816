import { type Id, notFound } from '@gx/core';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import type { Account } from '../domain/account.ts';
import type { Mode, OwnSettings, SettingChange, SettingsChange } from '../domain/account-settings.ts';
import { UNFILED, UNFILED_INDEX, unfiled, unfiledEvents, type WithUnfiled } from './unfiled-events.ts';

type AccountDocument = Omit<Account, 'id' | 'own'> &
  WithUnfiled & {
    _id: Id<'account'>;
    own?: { [M in Mode]?: OwnSettings };
    /** Grows with each change of the account, and when an owner goes; absent before the first. */
    version?: number;
  };
export type AccountStore = Awaited<ReturnType<typeof accountStore>>;

const COLLECTION = 'accounts';
const OWN_SETTINGS = new Schema<OwnSettings>(
  {
    payoutApproval: { type: String },
    payoutFee: { type: Number },
    payoutPerPaymentMax: { type: Number },
    payoutPerDayMax: { type: Number },
    payoutPerNightMax: { type: Number },
    payoutNewDestinationMax: { type: Number },
    refundDestinations: { type: String },
    refundCountPerDay: { type: Number },
    refundSumPerDay: { type: Number },
    refundNewDestinationsPerDay: { type: Number },
  },
  { _id: false, strict: 'throw' },
);

const schema = new Schema<AccountDocument>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    settings: {
      type: new Schema(
        {
          platformFeeBasisPoints: { type: Number, required: true },
          platformFeeFixed: { type: Number, required: true },
          defaultExpiresInSeconds: { type: Number, required: true },
          settlementDelaySeconds: { type: Number, required: true },
        },
        { _id: false, strict: 'throw' },
      ),
      required: true,
    },
    own: { type: new Schema({ live: OWN_SETTINGS, test: OWN_SETTINGS }, { _id: false, strict: 'throw' }) },
    version: { type: Number },
    createdAt: { type: Date, required: true },
    unfiled: UNFILED,
  },
  { strict: 'throw', versionKey: false, collection: COLLECTION },
);
schema.index(...UNFILED_INDEX);

const accountOf = ({ _id: id, name, settings, own, createdAt }: AccountDocument): Account => ({
  id,
  name,
  settings,
  own: { live: own?.live ?? {}, test: own?.test ?? {} },
  createdAt,
});

/** Of transactions that take an active owner from an account at once, the database lets one through. */
export async function guardOwners(connection: Connection, session: ClientSession, id: Id<'account'>): Promise<void> {
  const accounts = connection.collection<AccountDocument>(COLLECTION);
  await accounts.updateOne({ _id: id }, { $inc: { version: 1 } }, { session });
}

/** The settings that change, each by its own path: a replica of another version may know more of them. */
function writeOf(changes: readonly SettingChange[]) {
  const path = ({ mode, name }: SettingChange): string => `own.${mode}.${name}`;
  const [set, unset] = [
    changes.filter((one) => one.value !== undefined),
    changes.filter((one) => one.value === undefined),
  ];
  return {
    $set: Object.fromEntries(set.map((change) => [path(change), change.value])),
    $unset: Object.fromEntries(unset.map((change) => [path(change), 1])),
  };
}

/** The merchants' accounts, found by id alone. */
export async function accountStore(connection: Connection) {
  const accounts = connection.model('Account', schema);
  await makeIndexesOf(accounts);
  return {
    async insert({ id, ...fields }: Account): Promise<void> {
      await accounts.insertOne({ _id: id, ...fields });
    },

    async find(accountId: Id<'account'>): Promise<Account | undefined> {
      const found = await accounts.findById(accountId).lean<AccountDocument>();
      return found === null ? undefined : accountOf(found);
    },

    /** Lets `decide` change an account's own settings; of two at once the later one decides again. */
    async update(accountId: Id<'account'>, decide: (account: Account) => SettingsChange): Promise<Account> {
      for (;;) {
        const found = await accounts.findById(accountId).lean<AccountDocument>();
        if (found === null) throw notFound('account');
        const { changes, audits } = decide(accountOf(found));
        if (changes.length === 0) return accountOf(found);
        const after = await accounts
          .findOneAndUpdate(
            { _id: accountId, version: found.version ?? null },
            { ...writeOf(changes), $inc: { version: 1 }, $push: unfiled(...audits) },
            { returnDocument: 'after' },
          )
          .lean<AccountDocument>();
        if (after !== null) return accountOf(after);
      }
    },

    ...unfiledEvents(accounts.collection),
  };
}
