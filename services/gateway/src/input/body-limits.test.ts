import { Refusal } from '@gx/core';
import test from 'ava';
import type { z } from 'zod';
import { endpointBody, endpointChange } from './endpoint-body.ts';
import { parsed } from './issues.ts';
import { issueKeyBody, rotateKeyBody } from './key-body.ts';

const refused = (schema: z.ZodType, body: object): string | undefined => {
  try {
    parsed(schema, body);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.more.param;
    throw error;
  }
};

test('a label has 64 characters, from merchants and operators alike', (t) => {
  for (const schema of [issueKeyBody, rotateKeyBody]) {
    t.is(refused(schema, { label: 'a'.repeat(64) }), undefined);
    t.is(refused(schema, { label: 'a'.repeat(65) }), 'label');
  }
});

const url = (length: number): string => 'https://loja.example/'.padEnd(length, 'a');
const events = (count: number): string[] => Array.from({ length: count }, (_, nth) => `charge.${nth}`);

test('the URL of an endpoint has 2048 characters, new or changed', (t) => {
  for (const schema of [endpointBody, endpointChange]) {
    t.is(refused(schema, { url: url(2_048), events: events(1) }), undefined);
    t.is(refused(schema, { url: url(2_049), events: events(1) }), 'url');
  }
});

test('an endpoint names 1 to 50 events, new or changed', (t) => {
  for (const schema of [endpointBody, endpointChange]) {
    for (const count of [1, 50]) t.is(refused(schema, { url: url(30), events: events(count) }), undefined);
    for (const count of [0, 51]) t.is(refused(schema, { url: url(30), events: events(count) }), 'events');
  }
});

test('a change of nothing names every field that it could change, in details, and none as the one to blame', (t) => {
  const refusal = t.throws(() => parsed(endpointChange, {}), { instanceOf: Refusal });
  t.is(refusal?.message, 'The request body must change url, events or status.');
  const message = 'must change url, events or status';
  t.deepEqual(refusal?.more, { details: ['url', 'events', 'status'].map((param) => ({ param, message })) });
});
