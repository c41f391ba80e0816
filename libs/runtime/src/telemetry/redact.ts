import { withoutFormatting } from '@gx/core';

/**
 * Field names whose values never leave the process, whatever they hold. The one list: logs and spans both
 * read it.
 */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(
  [
    'apikey',
    'api_key',
    'authorization',
    'access_token',
    'token',
    'secret',
    'client_secret',
    'password',
    'cookie',
    'br_code',
    'pix_copia_e_cola',
    'qr_code',
    'qr_code_base64',
    'signature',
    'private_key',
    'certificate_key',
    'document',
    'tax_id',
    'cpf',
    'cnpj',
    'email',
    'phone',
    'customer',
    'payer',
    'expected_payer_tax_id',
    'metadata',
    'metadata_json',
    'idempotency_key',
    'body',
    'payload',
    'end_to_end_id',
    'txid',
    'pix_key',
    'chave',
  ].map(fold),
);

/** What gives a secret or personal datum away inside a text, wherever it stands. */
const SECRET_TEXTS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,32}PRIVATE KEY-----|$)/g,
  /gx_(?:live|test)_[A-Za-z0-9_-]+/g,
  /eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g,
  /00020[0-9]{3}[^"\n]{20,512}?6304[0-9A-F]{4}/g,
  /\b[0-9a-f]{64}\b/g,
  // Begins where a word does: each character of a stack is looked at once, not 64 times.
  /(?<![A-Za-z0-9.!#$%&'*+/=?^_`{|}~-])[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+/g,
  /\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g,
  /\b[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}\b/g,
  /(?<=:\/\/[^\s/:@]{0,128}:)[^\s/@]{1,256}(?=@)/g,
];

const REDACTED = '[redacted]';
const MAX_DEPTH = 6;

function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

export const isSecretField = (name: string): boolean => SECRET_FIELDS.has(fold(name));

/**
 * The text without anything that looks like a key, token, code, document, e-mail or connection password, and
 * without what hides one or rewrites the line.
 */
export const redactText = (text: string): string =>
  SECRET_TEXTS.reduce(
    (clean, pattern) => clean.replace(pattern, REDACTED),
    withoutFormatting(text.length > 4_096 ? `${text.slice(0, 4_096)}…` : text),
  );

/**
 * A copy of a log field or span attribute that is safe to write down. Errors keep name, message, stack and
 * cause.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (value instanceof Error) return redactError(value, depth);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecretField(name) ? REDACTED : redact(item, depth + 1)]),
  );
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
      ? { code: error.code }
      : {}),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map((item) => redact(item, depth + 1)) } : {}),
  };
}
