import { isoMillis } from '@gx/core';
import type { Client } from '../domain/client.ts';
import type { Webhook } from '../store/webhooks.ts';

/**
 * `WebhookCompleto`. The standard requires `cnpj` and its own example shows `chave`: both are here (a CPF as
 * `cpf`).
 */
export const webhookJson = ({ url, chave, createdAt }: Webhook, { taxId }: Client): Record<string, unknown> => ({
  webhookUrl: url,
  chave,
  [taxId.length === 11 ? 'cpf' : 'cnpj']: taxId,
  criacao: isoMillis(createdAt),
});
