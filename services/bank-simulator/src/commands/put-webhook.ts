import type { Client } from '../domain/client.ts';
import { Problem } from '../domain/problem.ts';
import type { BankStores } from '../store/open-stores.ts';

export type PutWebhook = { readonly chave: string; readonly webhookUrl: unknown };

/** Registers where callbacks about a key go; a second call moves them. */
export async function putWebhook(
  { webhooks }: BankStores,
  client: Client,
  { chave, webhookUrl }: PutWebhook,
  now: Date,
): Promise<void> {
  if (chave !== client.pixKey) {
    const razao = 'o parâmetro {chave} não corresponde a uma chave DICT pertencente a este usuário recebedor.';
    throw new Problem('WebhookOperacaoInvalida', [{ razao, propriedade: 'chave' }]);
  }
  if (typeof webhookUrl !== 'string' || !URL.canParse(webhookUrl) || !/^https?:/.test(webhookUrl)) {
    const razao = 'Campo webhook.webhookUrl não respeita o schema.';
    throw new Problem('WebhookOperacaoInvalida', [{ razao, propriedade: 'webhook.webhookUrl' }]);
  }
  await webhooks.put({ clientId: client.clientId, chave, url: webhookUrl, createdAt: now });
}
