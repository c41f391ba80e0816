import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSync } from '@grpc/proto-loader';
import { chargeEventCodec, PROTOS, PUBLIC_STATUS, SERVICES, TOPICS } from '@gx/contracts';
import { ERRORS } from '@gx/core';
import test from 'ava';
import { LOADER_OPTIONS, PROTO_FILES } from '../../libs/contracts/src/loader-options.ts';
import { ROOT } from '../architecture/source-files.ts';

const SPECIFICATION = join(ROOT, '../shared/spec/000_00dbb4af4b511f21.txt');
/** The protos’ own text. */
const WRITTEN = loadSync([...PROTO_FILES], { ...LOADER_OPTIONS, includeDirs: [join(ROOT, 'protos')] });
type Field = { name: string; number: number; type: string; label: string; typeName?: string };
type MessageDescriptor = { type: { name: string; field: Field[]; value?: { name: string; number: number }[] } };

test('field numbers and types of every message are frozen: only additions appear in the diff', (t) => {
  const rows = Object.entries(WRITTEN)
    .filter(([name]) => name.startsWith('gx.'))
    .flatMap(([name, definition]) => {
      if (!('type' in definition)) return Object.values(definition).map((m) => `${(m as { path: string }).path}`);
      const { field = [], value = [] } = (definition as unknown as MessageDescriptor).type;
      return [
        ...field.map((f) => `${name} ${f.number} ${f.name} ${f.type}${f.typeName ? ` ${f.typeName}` : ''} ${f.label}`),
        ...value.map((v) => `${name} ${v.number} ${v.name}`),
      ];
    });
  t.true(rows.length > 150);
  t.snapshot(rows.sort().join('\n'));
});

/** What options are made of, which is in no message and no call. */
const OF_OPTIONS = /^google\.|^gx\.common\.v1\.[aA]ccess$/;

test('what services load in the place of the protos says what the protos say', (t) => {
  for (const [name, definition] of Object.entries(WRITTEN)) {
    if ('type' in definition && !OF_OPTIONS.test(name))
      t.deepEqual((PROTOS[name] as unknown as MessageDescriptor).type, definition.type, name);
  }
  for (const [owner, service] of Object.entries(SERVICES)) {
    const name = `gx.${owner}.v1.${owner[0]?.toUpperCase()}${owner.slice(1)}Service`;
    t.deepEqual(callsOf(service), callsOf(WRITTEN[name] ?? {}), owner);
  }
});

const callsOf = (definition: object): object =>
  Object.values(definition).map(({ path, requestStream, responseStream, options }) => ({
    path,
    requestStream,
    responseStream,
    options,
  }));

test('an unknown field of a newer version is skipped, an absent one is its default', (t) => {
  const newer = Buffer.concat([
    chargeEventCodec.encode({ eventId: 'evt_1', sequence: 7 }),
    Buffer.from([0xfa, 0x07, 0x01, 0x41]),
  ]);
  t.like(chargeEventCodec.decode(newer), { eventId: 'evt_1', sequence: 7, type: '', tenant: null });
});

test('topic names carry owner and version', (t) => {
  for (const { owner, name } of Object.values(TOPICS))
    t.regex(name, new RegExp(`^gx\\.${owner}\\.(events|money)\\.v1$`));
});

test('every row of the specification’s status map and every named code is in the error table', (t) => {
  // biome-ignore format: one row per status, read as a table
  const MAP = [
    [400, 'invalid_request_error', ['invalid_request', 'invalid_amount']],
    [401, 'authentication_error',  ['unauthorized']],
    [403, 'permission_error',      ['fraud.customer_velocity_exceeded']],
    [404, 'not_found_error',       ['not_found']],
    [409, 'conflict_error',        ['idempotency_key_reused']],
    [422, 'invalid_request_error', ['unprocessable_entity', 'REFUND_NOT_SUPPORTED']],
    [429, 'rate_limit_error',      ['rate_limited']],
    [503, 'api_error',             ['service_unavailable']],
  ] as const;
  for (const [http, type, codes] of MAP) for (const code of codes) t.like(ERRORS[code], { http, type }, code);
  if (!existsSync(SPECIFICATION)) return t.log('the specification is not beside this checkout: own rows only');
  const text = readFileSync(SPECIFICATION, 'utf8');
  for (const [, type, codes] of MAP) for (const word of [type, ...codes]) t.true(text.includes(word), word);
});

test('every row of the error table has the status of its code, and the type, gRPC status and retry of that status', (t) => {
  // biome-ignore format: one row per status, read as a table
  const BY_STATUS = [
    [400, 'invalid_request_error', 'INVALID_ARGUMENT',    false, ['invalid_request', 'invalid_amount', 'invalid_currency', 'invalid_document', 'invalid_expires_in', 'invalid_url', 'invalid_event', 'invalid_cursor']],
    [401, 'authentication_error',  'UNAUTHENTICATED',     false, ['unauthorized']],
    [403, 'permission_error',      'PERMISSION_DENIED',   false, ['fraud.customer_velocity_exceeded', 'fraud.account_velocity_exceeded', 'fraud.payout_limit_exceeded', 'fraud.refund_velocity_exceeded', 'forbidden']],
    [404, 'not_found_error',       'NOT_FOUND',           false, ['not_found']],
    [409, 'conflict_error',        'ALREADY_EXISTS',      false, ['idempotency_key_reused']],
    [422, 'invalid_request_error', 'FAILED_PRECONDITION', false, ['unprocessable_entity', 'REFUND_NOT_SUPPORTED']],
    [429, 'rate_limit_error',      'RESOURCE_EXHAUSTED',  true,  ['rate_limited']],
    [500, 'api_error',             'INTERNAL',            true,  ['internal_error']],
    [503, 'api_error',             'UNAVAILABLE',         true,  ['service_unavailable']],
  ] as const;
  const expected = BY_STATUS.flatMap(([http, type, grpc, retryable, codes]) =>
    codes.map((code) => [code, { http, type, grpc, retryable }] as const),
  );
  const rows = Object.entries(ERRORS).map(([code, { description: _, ...row }]) => [code, row] as const);
  t.deepEqual(Object.fromEntries(rows), Object.fromEntries(expected));
});

test('every transaction status has the public word of the specification', (t) => {
  t.snapshot(PUBLIC_STATUS);
  if (!existsSync(SPECIFICATION)) return t.log('the specification is not beside this checkout: snapshot only');
  const text = readFileSync(SPECIFICATION, 'utf8');
  for (const [status, word] of Object.entries(PUBLIC_STATUS)) {
    t.regex(text, new RegExp(`^\\| ${status} \\|[^|\\n]*\\| ${word} \\|$`, 'm'));
  }
});
