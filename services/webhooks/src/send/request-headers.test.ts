import { eventIdOf, newId } from '@gx/core';
import test from 'ava';
import { requestHeaders, sign } from './request-headers.ts';
import { signingKeys } from './signature.ts';

const message = { eventId: eventIdOf(newId('charge'), 1), eventName: 'charge.paid' } as const;
const body = Buffer.from('{}');
const now = new Date('2026-11-21T12:00:00.900Z');
const keys = signingKeys('whsec_0123456789abcdef');

test('what is stored of an attempt’s headers makes all of them, the trace it was sent in too', (t) => {
  const attemptId = newId('attempt');
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const signed = sign(keys, message, body, { now, traceparent });
  const { eventId, eventName } = message;
  t.like(requestHeaders({ eventId, eventName }, attemptId, JSON.parse(JSON.stringify(signed))), {
    'Content-Type': 'application/json',
    'X-Service-Delivery-Id': `att_${attemptId}`,
    'X-Service-Event-Type': 'charge.paid',
    'webhook-id': eventId,
    'webhook-timestamp': '1795262400',
    traceparent,
  });
});

test('an attempt in no trace has no header of one', (t) => {
  const signed = sign(keys, message, body, { now, traceparent: undefined });
  t.false('traceparent' in requestHeaders(message, newId('attempt'), signed));
});

test('an event of a deprecated name says since when it is, any other nothing', (t) => {
  const headersOf = (eventName: 'charge.paid' | 'payment.completed') => {
    const one = { ...message, eventName };
    return requestHeaders(one, newId('attempt'), sign(keys, one, body, { now, traceparent: undefined }));
  };
  t.is(headersOf('payment.completed')['Deprecation'], '@1793491200');
  t.false('Deprecation' in headersOf('charge.paid'));
});
