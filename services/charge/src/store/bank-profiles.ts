import type { Cents } from '@gx/core';
import type { Sealed } from '@gx/runtime';
import { isDuplicateKey } from '@gx/runtime/mongo';
import { type Connection, type Model, Schema } from 'mongoose';

/** A bank and our contract with it. The client secret and the certificate's key are sealed; nothing else here is secret, and none of it is logged. */
export type BankProfileDocument = {
  _id: string;
  livemode: boolean;
  simulator: boolean;
  baseUrl: string;
  basePath: string;
  tokenPath: string;
  clientId: string;
  clientSecret: Sealed;
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
  /** Where the acquirer of every other method is; null, or absent in an older profile, where there is none. */
  acquirerPath?: string | null;
  /** What the bank is shown, its key, and who vouches for the bank; null, or absent in an older profile, where there is none. */
  certificate?: string | null;
  certificateKey?: Sealed | null;
  bankAuthority?: string | null;
  /** Counts the replacements, so that every replica notices one. */
  version: number;
  activatedAt: Date;
  /** The address that the bank has confirmed to send its notices to. */
  noticeUrl: string | null;
};
export type BankProfileStore = ReturnType<typeof bankProfileStore>;
export type BankProfileInput = Omit<BankProfileDocument, 'version' | 'noticeUrl'>;

const COLLECTION = 'bank_profiles';
const required = (type: unknown) => ({ type, required: true });
const sealed = () =>
  new Schema({ keyId: required(String), box: required(String) } as never, { _id: false, strict: 'throw' });
const schema = new Schema<BankProfileDocument>(
  {
    _id: required(String),
    livemode: required(Boolean),
    simulator: required(Boolean),
    baseUrl: required(String),
    basePath: required(String),
    tokenPath: required(String),
    clientId: required(String),
    clientSecret: sealed(),
    pixKey: required(String),
    providerFeeFixed: required(Number),
    providerFeeBasisPoints: required(Number),
    merchantName: required(String),
    merchantCity: required(String),
    payerQuery: required(Boolean),
    pixOutPath: String,
    pixOutFee: required(Number),
    acquirerPath: String,
    certificate: String,
    certificateKey: sealed(),
    bankAuthority: String,
    version: required(Number),
    activatedAt: required(Date),
    noticeUrl: String,
  } as never,
  { collection: COLLECTION, versionKey: false, strict: 'throw', strictQuery: 'throw' },
);

/** Bank profiles belong to the platform, not to an account: they are few and read all at once. */
export function bankProfileStore(connection: Connection) {
  const model =
    (connection.models['BankProfile'] as Model<BankProfileDocument> | undefined) ??
    connection.model<BankProfileDocument>('BankProfile', schema);
  return {
    /** Every profile, the one that was set last first. */
    all: (): Promise<BankProfileDocument[]> =>
      model.find().sort({ activatedAt: -1, _id: 1 }).lean<BankProfileDocument[]>(),

    /**
     * Makes the profile or replaces what it says; charges that name it follow it. Its environment never changes. With `keepPlace` one that is there
     * stays in its place among those that new charges may go to; otherwise it is the first of them.
     */
    async set(
      { _id, livemode, activatedAt, ...input }: BankProfileInput,
      { keepPlace }: { readonly keepPlace: boolean },
    ): Promise<'set' | 'other_environment'> {
      // The environment is part of the filter: a profile of the other one is never touched, and its id cannot be made twice.
      const replacement = {
        $set: { ...input, noticeUrl: null, ...(keepPlace ? {} : { activatedAt }) },
        ...(keepPlace ? { $setOnInsert: { activatedAt } } : {}),
        $inc: { version: 1 },
      };
      try {
        await model.updateOne({ _id, livemode }, replacement, { upsert: true });
        return 'set';
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // Somebody made it at the same moment, or long ago for the other environment.
      const { matchedCount } = await model.updateOne({ _id, livemode }, replacement);
      return matchedCount === 0 ? 'other_environment' : 'set';
    },

    /** Notes that the bank confirmed the address of its notices, unless the profile was replaced meanwhile. */
    async noticesGoTo(id: string, version: number, noticeUrl: string): Promise<void> {
      await model.updateOne({ _id: id, version }, { $set: { noticeUrl } });
    },
  };
}
