import type { IncomingHttpHeaders } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { closed } from './closed.ts';

type Document = { readonly components: { readonly messages: Readonly<Record<string, { readonly name: string }>> } };

/**
 * Says what of a webhook the AsyncAPI document (its text) does not say: its headers, every field, none too
 * many.
 */
export function webhookChecker(text: string): (headers: IncomingHttpHeaders, body: string) => string[] {
  const document = closed(JSON.parse(text)) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ ...document, $id: 'webhooks' });
  const keys = new Map(Object.entries(document.components.messages).map(([key, { name }]) => [name, key]));
  const problems = (key: string, part: 'headers' | 'payload', value: unknown): string[] => {
    const validate = ajv.getSchema(`webhooks#/components/messages/${key}/${part}`);
    if (validate === undefined) return [`${key} has no ${part}`];
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${key} ${part}: ${instancePath} ${message}`);
  };
  return (headers, body) => {
    const name = String(headers['x-service-event-type']);
    const key = keys.get(name);
    if (key === undefined) return [`${name} is no message`];
    const present = WEBHOOK_HEADERS.filter((header) => header.toLowerCase() in headers);
    const sent = Object.fromEntries(present.map((header) => [header, headers[header.toLowerCase()]]));
    return [...problems(key, 'headers', sent), ...problems(key, 'payload', JSON.parse(body))];
  };
}

/**
 * What a webhook says beside its body: our own headers, those of Standard Webhooks, and of a deprecated name
 * since when.
 */
const WEBHOOK_HEADERS = [
  ...['X-Service-Signature', 'X-Service-Delivery-Id', 'X-Service-Event-Type'],
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature', 'Deprecation'],
];
