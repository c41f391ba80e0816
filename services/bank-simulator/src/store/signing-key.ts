import { type Connection, Schema } from 'mongoose';

type KeyDocument = { readonly _id: string; readonly pem: string };

const schema = new Schema<KeyDocument>(
  { _id: { type: String, required: true }, pem: { type: String, required: true } },
  { versionKey: false, strict: 'throw' },
);

/**
 * The bank's own signing key: the first process to ask makes it, all later ones, restarts included, get that
 * one.
 */
export async function signingKey(connection: Connection, generate: () => string): Promise<string> {
  const model = connection.model<KeyDocument>('SigningKey', schema, 'signing_keys');
  const kept = await model
    .findOneAndUpdate(
      { _id: 'payload' },
      { $setOnInsert: { pem: generate() } },
      { upsert: true, returnDocument: 'after' },
    )
    .lean<KeyDocument>()
    .exec();
  return kept.pem;
}
