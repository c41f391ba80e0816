import { type Id, notFound } from '@gx/core';
import { makeIndexesOf, UNFILED_INDEX, unfiledEvents } from '@gx/runtime/mongo';
import { type Connection, Schema, type UpdateQuery } from 'mongoose';
import type { Account } from '../domain/account.ts';
import type { Mode, OwnSettings, SettingChange, SettingsChange } from '../domain/account-settings.ts';
import { AS_OPENED, type Standing, type StandingChange } from '../domain/account-standing.ts';
import { hasOtherOwner, isKeyOf, ownerKey, type User } from '../domain/user.ts';
import type { AuditEventDocument } from './audit-events.ts';
import { CONFIRM_MS_MAX, linearizable } from './linearizable.ts';
import { type AuditedDocument, UNFILED, unfiled } from './unfiled-events.ts';

type AccountDocument = Omit<Account, 'id' | 'own' | 'standing'> &
  AuditedDocument & {
    _id: Id<'account'>;
    own?: { [M in Mode]?: OwnSettings };
    /** Absent of an account that was opened before there were states: ACTIVE. */
    standing?: Standing;
    /** Owners that nobody counts on any more, by their `ownerKey`: before they are disabled, and for good. */
    leavingOwners?: string[];
    /** Grows with each write; absent before the first. */
    version?: number;
  };

export const ACCOUNTS = 'accounts';

export type AccountStore = Awaited<ReturnType<typeof accountStore>>;

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

const DECISION = new Schema(
  {
    operator: { type: String, required: true },
    reason: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { _id: false, strict: 'throw' },
);
const STANDING = new Schema<Standing>(
  { state: { type: String, required: true }, decision: { type: DECISION }, unfreeze: { type: DECISION } },
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
    standing: { type: STANDING },
    leavingOwners: { type: [String], default: undefined },
    version: { type: Number },
    createdAt: { type: Date, required: true },
    unfiled: UNFILED,
  },
  { strict: 'throw', versionKey: false, collection: ACCOUNTS },
);
schema.index(UNFILED_INDEX.keys, UNFILED_INDEX.options);

const accountOf = ({ _id: id, name, settings, own, standing, createdAt }: AccountDocument): Account => ({
  id,
  name,
  settings,
  own: { live: own?.live ?? {}, test: own?.test ?? {} },
  standing: standing ?? AS_OPENED,
  createdAt,
});

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

function present(found: AccountDocument | null): AccountDocument {
  if (found === null) throw notFound('account');
  return found;
}

/** The merchants' accounts, found by id alone. */
export async function accountStore(connection: Connection) {
  const accounts = connection.model('Account', schema);
  await makeIndexesOf(accounts);

  const read = async (accountId: Id<'account'>): Promise<AccountDocument> =>
    present(await accounts.findById(accountId).lean<AccountDocument>());
  const readConfirmed = (accountId: Id<'account'>, maxTimeMs: number): Promise<AccountDocument | null> =>
    linearizable(accounts.findById(accountId), maxTimeMs).lean<AccountDocument>().exec();
  /** False if somebody else has written to the account since it was read. */
  const write = async ({ _id, version }: AccountDocument, update: UpdateQuery<AccountDocument>): Promise<boolean> => {
    const { matchedCount } = await accounts.updateOne(
      { _id, version: version ?? null },
      { ...update, $inc: { version: 1 } },
    );
    return matchedCount > 0;
  };

  return {
    async insert({ id, ...fields }: Account): Promise<void> {
      await accounts.insertOne({ _id: id, ...fields });
    },

    async find(accountId: Id<'account'>): Promise<Account | undefined> {
      const found = await accounts.findById(accountId).lean<AccountDocument>();
      return found === null ? undefined : accountOf(found);
    },

    /** Linearizable: one that was frozen is so at once, whichever replica is asked. */
    async confirmed(accountId: Id<'account'>): Promise<Account | undefined> {
      const found = await readConfirmed(accountId, CONFIRM_MS_MAX.forUser);
      return found === null ? undefined : accountOf(found);
    },

    /** Lets `decide` change an account's own settings; of two at once the later one decides again. */
    async update(accountId: Id<'account'>, decide: (account: Account) => SettingsChange): Promise<void> {
      for (;;) {
        const found = await read(accountId);
        const { changes, audits } = decide(accountOf(found));
        if (changes.length === 0 || (await write(found, { ...writeOf(changes), $push: unfiled(...audits) }))) return;
      }
    },

    /**
     * Lets `decide` change what an account may do; answers how it stands then. Of two at once the later one
     * decides again.
     */
    async changeStanding(
      accountId: Id<'account'>,
      decide: (account: Account) => StandingChange | undefined,
    ): Promise<Standing> {
      for (;;) {
        const found = present(await readConfirmed(accountId, CONFIRM_MS_MAX.forOperator));
        const account = accountOf(found);
        const change = decide(account);
        if (change === undefined) return account.standing;
        const { standing, audit } = change;
        if (await write(found, { $set: { standing }, $push: unfiled(audit) })) return standing;
      }
    },

    /**
     * To be called before an active owner stops being one; false for the last one. Of two owners who go at
     * once the later one finds the other leaving, whatever became of that one since.
     */
    async letOwnerGo(owner: User, activeOwners: () => Promise<readonly User[]>): Promise<boolean> {
      for (;;) {
        const found = await read(owner.accountId);
        const leaving = found.leavingOwners ?? [];
        if (leaving.includes(ownerKey(owner))) return true;
        if (!hasOtherOwner(owner, await activeOwners(), leaving)) return false;
        // Of an owner who was one before, that time counts no more.
        const others = leaving.filter((key) => !isKeyOf(owner, key));
        if (await write(found, { $set: { leavingOwners: [...others, ownerKey(owner)] } })) return true;
      }
    },

    ...unfiledEvents<AuditEventDocument>(accounts.collection),
  };
}
