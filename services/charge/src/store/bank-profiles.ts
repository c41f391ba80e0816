import type { Cents, ConsentRecord, ServiceAct } from '@gx/core';
import type { StoredDialect } from '@gx/providers';
import type { EncryptedValue } from '@gx/runtime';
import { isDuplicateKey, type StoredAct, storedAct, unfiledEvents } from '@gx/runtime/mongo';
import type { ClientSession, Connection } from 'mongoose';
import type { PixOutSettings } from '../domain/pix-out-settings.ts';

/**
 * A bank and our contract with it. The client secret and the certificate's key are encrypted; nothing else
 * here is secret, and none of it is logged.
 */
export type BankProfileDocument = PixOutFields & {
  _id: string;
  livemode: boolean;
  simulator: boolean;
  baseUrl: string;
  basePath: string;
  tokenPath: string;
  clientId: string;
  clientSecret: EncryptedValue;
  pixKey: string;
  providerFeeFixed: Cents;
  providerFeeBasisPoints: number;
  merchantName: string;
  merchantCity: string;
  /** `GET /pix` takes a payer's document. */
  payerQuery: boolean;
  /** Where Pix is sent out; null where the bank cannot, and what it takes for one. */
  pixOutPath: string | null;
  pixOutFee: Cents;
  /** Where the acquirer of every other method is; null where there is none. */
  acquirerPath: string | null;
  /** Where the bank's receipts of Pix are; null where it makes none. */
  receiptPath: string | null;
  /** Where the bank says what the account holds; null where it does not. */
  balancePath: string | null;
  /** What the bank is shown, its key, and who vouches for the bank; null where there is none. */
  certificate: string | null;
  certificateKey: EncryptedValue | null;
  bankAuthority: string | null;
  /** Counts the replacements, so that every replica notices one. */
  version: number;
  activatedAt: Date;
  /** Who last set it, and when; null or absent where nobody was named. */
  lastSet?: OperatorsAct | null;
  /** The address that the bank has confirmed to send its callbacks to. */
  callbackUrl: string | null;
  /** Since when it takes no new charges, and who decided so; null or absent while it may take them. */
  retired?: OperatorsAct | null;
  /** When somebody last took that back, and who. */
  restored?: OperatorsAct | null;
  /**
   * Counts what was decided about who of its environment takes new charges: two who decide at once write it
   * both.
   */
  profileSet?: number;
  /** Acts that the audit log may not have yet. */
  unfiled?: StoredAct[];
};
/**
 * Of its Pix-out, infraction reports and dialect; profiles that were set before each of them came have it
 * not.
 */
type PixOutFields = { infractionsPath?: string | null; dialect?: StoredDialect | null } & Partial<
  Omit<PixOutSettings, 'pixOutPath' | 'pixOutFee'>
>;
/** What somebody did, for the record. */
export type OperatorsAct = { at: Date; by: string /** Where it took two: who came first. */; proposedBy?: string };
export const actOf = ({ operator: by, at, proposedBy }: ConsentRecord): OperatorsAct => ({
  at,
  by,
  ...(proposedBy === undefined ? {} : { proposedBy }),
});
/** What of a profile says whether it may take new charges. */
export type ProfileStanding = Pick<BankProfileDocument, 'retired' | 'restored'>;
export type BankProfileStore = ReturnType<typeof bankProfileStore>;
export type BankProfileInput = Omit<
  BankProfileDocument,
  'version' | 'callbackUrl' | 'profileSet' | 'unfiled' | keyof ProfileStanding
>;

/** A decision counts when it would survive any one server, and is made on what did. */
const TRANSACTION = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', j: true } } as const;

/** Bank profiles belong to the platform, not to an account: they are few and read all at once. */
export function bankProfileStore(connection: Connection) {
  const collection = connection.collection<BankProfileDocument>('bank_profiles');
  const all = (options: { readonly session?: ClientSession } = {}): Promise<BankProfileDocument[]> =>
    collection
      .find({}, { ...options, projection: { unfiled: 0 } })
      .sort({ activatedAt: -1, _id: 1 })
      .toArray();
  return {
    /** What operators did to them. */
    acts: unfiledEvents<StoredAct>(connection.collection('bank_profiles')),

    /** Every profile, the one that was set last first. */
    all: (): Promise<BankProfileDocument[]> => all(),

    /**
     * Makes the profile or replaces what it says; charges that name it follow it. Its environment never
     * changes. With `keepPlace` one that is there stays in its place among those that new charges may go to,
     * or retired; otherwise it is the first of them, and a retired one stays as it is. What two operators
     * set is set once, however often that is repeated.
     */
    async set(
      { _id, livemode, activatedAt, ...input }: BankProfileInput,
      { keepPlace, act }: { readonly keepPlace: boolean; readonly act: ServiceAct },
    ): Promise<'set' | 'other_environment' | 'retired'> {
      // The environment is part of the filter: a profile of the other one is never touched, and its id cannot
      // be made twice.
      const isRepeated = input.lastSet?.proposedBy === undefined ? {} : { 'lastSet.at': { $ne: input.lastSet.at } };
      const settable = { _id, livemode, ...(keepPlace ? {} : { retired: null }), ...isRepeated };
      const replacement = {
        $set: { ...input, callbackUrl: null, ...(keepPlace ? {} : { activatedAt }) },
        ...(keepPlace ? { $setOnInsert: { activatedAt } } : {}),
        $inc: { version: 1 },
        $push: { unfiled: storedAct(act) },
      };
      try {
        await collection.updateOne(settable, replacement, { upsert: true });
        return 'set';
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // Somebody made it at the same moment, or long ago: for the other environment, or it is retired.
      const { matchedCount } = await collection.updateOne(settable, replacement);
      if (matchedCount > 0) return 'set';
      const standing = await collection.findOne({ _id, livemode });
      if (standing === null) return 'other_environment';
      const isSet = standing.lastSet?.at.getTime() === input.lastSet?.at.getTime() && input.lastSet != null;
      return isSet ? 'set' : 'retired';
    },

    /**
     * Changes whether one may take new charges, by what stands beside it; answers every profile as it then
     * is. All of its environment are written: of two who rely on each other's profile the later one decides
     * again.
     */
    stand: (
      _id: string,
      decide: (profiles: readonly BankProfileDocument[]) => ProfileStanding | undefined,
      actOn: (profile: BankProfileDocument) => ServiceAct,
    ) =>
      connection.withSession((session) =>
        session.withTransaction(async (): Promise<readonly BankProfileDocument[]> => {
          const profiles = await all({ session });
          const standing = decide(profiles);
          const profile = profiles.find((one) => one._id === _id);
          if (standing === undefined || profile === undefined) return profiles;
          await collection.updateMany({ livemode: profile.livemode }, { $inc: { profileSet: 1 } }, { session });
          const unfiled = storedAct(actOn(profile));
          await collection.updateOne({ _id }, { $set: standing, $push: { unfiled } }, { session });
          return profiles.map((one) => (one === profile ? { ...one, ...standing } : one));
        }, TRANSACTION),
      ),

    /**
     * Notes that the bank confirmed the address of its callbacks, unless the profile was replaced meanwhile.
     */
    async callbacksGoTo(id: string, version: number, callbackUrl: string): Promise<void> {
      await collection.updateOne({ _id: id, version }, { $set: { callbackUrl } });
    },
  };
}
