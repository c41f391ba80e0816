import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Refusal } from '@gx/core';
import test from 'ava';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { jsonBody } from './json-body.ts';

/** A request as far as its reader looks at it. */
const request = (headers: Readonly<Record<string, string>>, body = ''): IncomingMessage =>
  Object.assign(Readable.from([Buffer.from(body)]), {
    headers,
    rawHeaders: Object.entries(headers).flat(),
  }) as unknown as IncomingMessage;
const bodyOf = (body: string) => jsonBody(request({ 'content-type': 'application/json' }, body));

test('a body has 64 KiB, and not one byte more', async (t) => {
  const EMPTY = '{"a":""}'.length;
  const long = (bytes: number): string => JSON.stringify({ a: 'x'.repeat(bytes - EMPTY) });
  t.is(Buffer.byteLength(long(65_536)), 65_536);
  t.is((await bodyOf(long(65_536)))['a'], 'x'.repeat(65_536 - EMPTY));
  const error = await t.throwsAsync(bodyOf(long(65_537)), { instanceOf: Refusal });
  t.deepEqual([error?.code, error?.message], ['invalid_request', 'The request body is larger than 64 KiB.']);
});

test('a body is 32 levels deep, and not one more', async (t) => {
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  t.deepEqual(await bodyOf(deep(32)), JSON.parse(deep(32)));
  const error = await t.throwsAsync(bodyOf(deep(33)), { instanceOf: Refusal });
  t.deepEqual([error?.code, error?.more.param], ['invalid_request', 'a']);
});

test('an Idempotency-Key has 8 to 128 characters', (t) => {
  const keyOf = (length: number) => idempotencyKeyOf(request({ 'idempotency-key': 'k'.repeat(length) }), 'charge');
  for (const length of [8, 128]) t.is(keyOf(length), 'k'.repeat(length));
  for (const length of [7, 129]) {
    const error = t.throws(() => keyOf(length), { instanceOf: Refusal });
    t.deepEqual([error?.code, error?.more.param], ['invalid_request', 'Idempotency-Key']);
  }
});
