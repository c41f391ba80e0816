import type { Id, ServiceAct, Tenant } from '@gx/core';
import { batched, type EncryptedValue } from '@gx/runtime';
import {
  actBeside,
  isDuplicateKey,
  makeIndexesOf,
  type StoredAct,
  UNFILED_INDEX,
  unfiledEvents,
} from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';

/** `_id` is account and world: one secret for each. */
type SecretDocument = {
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  secret: EncryptedValue;
  createdAt: Date;
  updatedAt: Date;
  /** Acts that the audit log may not have yet. */
  unfiled?: StoredAct[];
};
export type SigningSecretStore = Awaited<ReturnType<typeof signingSecretStore>>;

const required = true;
const schema = new Schema<SecretDocument>(
  {
    _id: { type: String, required },
    accountId: { type: String, required },
    livemode: { type: Boolean, required },
    secret: { keyId: { type: String, required }, ciphertext: { type: String, required } },
    createdAt: { type: Date, required },
    updatedAt: { type: Date, required },
    unfiled: { type: [Schema.Types.Mixed], default: undefined },
  },
  { strict: 'throw', versionKey: false, collection: 'signing_secrets' },
);

schema.index(UNFILED_INDEX.keys, UNFILED_INDEX.options);

const BATCH_MAX = 200;
const keyOf = ({ accountId, livemode }: Tenant): string => `${accountId}/${livemode ? 'live' : 'test'}`;

/** Its index, for `prepare`. */
export const makeSecretIndexes = (connection: Connection): Promise<unknown> =>
  makeIndexesOf(connection.model('SigningSecret', schema));

/**
 * What signs for an account where no endpoint does, encrypted: `fresh` makes the first one, on first need.
 */
export async function signingSecretStore(connection: Connection, fresh: () => EncryptedValue) {
  const secrets = connection.model('SigningSecret', schema);
  await makeIndexesOf(secrets);
  const read = async (tenants: readonly Tenant[]): Promise<(EncryptedValue | undefined)[]> => {
    const found = await secrets.find({ _id: { $in: tenants.map(keyOf) } }, { secret: 1 }).lean();
    const byKey = new Map(found.map(({ _id, secret }) => [_id, secret]));
    return tenants.map((tenant) => byKey.get(keyOf(tenant)));
  };
  const known = batched({ span: 'read signing secrets', maxItems: BATCH_MAX, run: read });

  const write = async (tenant: Tenant, secret: EncryptedValue, act?: ServiceAct): Promise<EncryptedValue> => {
    const { accountId, livemode } = tenant;
    // Only a rotation is an act; the first secret is made by the first who needs it.
    const kept = act === undefined ? { $ifNull: ['$secret', { $literal: secret }] } : { $literal: secret };
    const createdAt = { $ifNull: ['$createdAt', '$$NOW'] };
    const written = await secrets
      .findOneAndUpdate(
        { _id: keyOf(tenant) },
        [{ $set: { accountId, livemode, secret: kept, createdAt, updatedAt: '$$NOW', ...actBeside(act) } }],
        { upsert: true, returnDocument: 'after', updatePipeline: true },
      )
      .lean();
    return written.secret;
  };
  /** Two that insert at once: the second finds the first one's document. */
  const written = (tenant: Tenant, secret: EncryptedValue, act?: ServiceAct): Promise<EncryptedValue> =>
    write(tenant, secret, act).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return write(tenant, secret, act);
    });

  return {
    /** The tenant's secret as of now; makes it when there is none. */
    of: async (tenant: Tenant): Promise<EncryptedValue> => (await known(tenant)) ?? written(tenant, fresh()),

    /** When the tenant's secret was made and swapped last; undefined before its first need. */
    times: async (tenant: Tenant): Promise<{ createdAt: Date; updatedAt: Date } | undefined> =>
      (await secrets.findById(keyOf(tenant), { createdAt: 1, updatedAt: 1 }).lean()) ?? undefined,

    /** From here on it signs whatever is sent. */
    replace: (tenant: Tenant, secret: EncryptedValue, act: ServiceAct): Promise<EncryptedValue> =>
      written(tenant, secret, act),

    acts: unfiledEvents<StoredAct>(secrets.collection),
  };
}
