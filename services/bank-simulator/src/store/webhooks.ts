import type { Connection } from 'mongoose';

/** Where callbacks about a key go. One per key (pix.md 2.2). */
export type Webhook = {
  readonly clientId: string;
  readonly chave: string;
  readonly url: string;
  readonly createdAt: Date;
};
type WebhookDocument = Omit<Webhook, 'chave'> & { readonly _id: string };

const fromDocument = ({ _id, ...webhook }: WebhookDocument): Webhook => ({ chave: _id, ...webhook });

/**
 * The registered webhooks, kept in memory as well: each payment asks, and only this process writes them. A
 * key belongs to one client, so the key alone is the id.
 */
export function webhookStore(connection: Connection) {
  const collection = connection.collection<WebhookDocument>('webhooks');
  const known = new Map<string, Webhook>();
  const load = async (chave: string): Promise<Webhook | undefined> => {
    const found = await collection.findOne({ _id: chave });
    if (found !== null) known.set(chave, fromDocument(found));
    return known.get(chave);
  };
  return {
    async put(webhook: Webhook): Promise<void> {
      const { chave, ...rest } = webhook;
      await collection.replaceOne({ _id: chave }, rest, { upsert: true });
      known.set(chave, webhook);
    },

    async get(clientId: string, chave: string): Promise<Webhook | undefined> {
      const webhook = known.get(chave) ?? (await load(chave));
      return webhook?.clientId === clientId ? webhook : undefined;
    },

    async delete(clientId: string, chave: string): Promise<boolean> {
      const { deletedCount } = await collection.deleteOne({ _id: chave, clientId });
      if (deletedCount === 1) known.delete(chave);
      return deletedCount === 1;
    },
  };
}
