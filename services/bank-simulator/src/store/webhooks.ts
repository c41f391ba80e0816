import { type Connection, Schema } from 'mongoose';

/** Where callbacks about a key go. One per key (pix.md 2.2). */
export type Webhook = {
  readonly clientId: string;
  readonly chave: string;
  readonly url: string;
  readonly createdAt: Date;
};
type WebhookDocument = Omit<Webhook, 'chave'> & { readonly _id: string };

const schema = new Schema<WebhookDocument>(
  {
    _id: { type: String, required: true },
    clientId: { type: String, required: true },
    url: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);

const fromDocument = ({ _id, ...webhook }: WebhookDocument): Webhook => ({ chave: _id, ...webhook });

export type WebhookStore = ReturnType<typeof webhookStore>;

/**
 * The registered webhooks, kept in memory as well: each payment asks, and only this process writes them. A
 * key belongs to one client, so the key alone is the id.
 */
export function webhookStore(connection: Connection) {
  const model = connection.model<WebhookDocument>('Webhook', schema, 'webhooks');
  const known = new Map<string, Webhook>();
  const load = async (chave: string): Promise<Webhook | undefined> => {
    const found = await model.findById(chave).lean<WebhookDocument>().exec();
    if (found !== null) known.set(chave, fromDocument(found));
    return known.get(chave);
  };
  return {
    async put(webhook: Webhook): Promise<void> {
      const { chave, ...rest } = webhook;
      await model.replaceOne({ _id: chave }, rest, { upsert: true });
      known.set(chave, webhook);
    },

    async get(clientId: string, chave: string): Promise<Webhook | undefined> {
      const webhook = known.get(chave) ?? (await load(chave));
      return webhook?.clientId === clientId ? webhook : undefined;
    },

    async delete(clientId: string, chave: string): Promise<boolean> {
      const { deletedCount } = await model.deleteOne({ _id: chave, clientId });
      if (deletedCount === 1) known.delete(chave);
      return deletedCount === 1;
    },
  };
}
