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

/** The registered webhooks. A key belongs to one client, so the key alone is the id. */
export function webhookStore(connection: Connection) {
  const model = connection.model<WebhookDocument>('Webhook', schema, 'webhooks');
  return {
    async put({ chave, ...webhook }: Webhook): Promise<void> {
      await model.replaceOne({ _id: chave }, webhook, { upsert: true });
    },

    async get(clientId: string, chave: string): Promise<Webhook | undefined> {
      const found = await model.findOne({ _id: chave, clientId }).lean<WebhookDocument>().exec();
      return found === null ? undefined : fromDocument(found);
    },

    delete: async (clientId: string, chave: string): Promise<boolean> =>
      (await model.deleteOne({ _id: chave, clientId })).deletedCount === 1,
  };
}
