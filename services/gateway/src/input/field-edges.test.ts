import { Refusal } from '@gx/core';
import test from 'ava';
import type { z } from 'zod';
import { chargeBody } from './charge-body.ts';
import { chargeList } from './charge-list.ts';
import { deliveryList } from './delivery-list.ts';
import { endpointBody, rotateSecretBody } from './endpoint-body.ts';
import { parsed } from './issues.ts';
import { logList, requestLogList } from './log-list.ts';
import { paymentBody } from './payment-body.ts';
import { paymentList } from './payment-list.ts';
import { simulatePaymentBody } from './simulate-payment-body.ts';

type Edges = {
  readonly schema: z.ZodType;
  readonly param: string;
  /** A whole request with this value in the field. */
  readonly with: (value: unknown) => object;
  readonly fit: readonly unknown[];
  readonly refused: readonly unknown[];
};
const long = (length: number): string => 'k'.repeat(length);
/** So many digits, as people write a phone number of so many characters. */
const phone = (digits: number, characters: number): string => `(${'1'.repeat(digits)}`.padEnd(characters, ')');
const charge = (more: object) => ({ amount: 1_000, payment_method: 'pix', ...more });
const payment = (more: object) => ({ amount: 1_000, paymentMethods: ['PIX'], idempotencyKey: long(8), ...more });
const mbway = (number: unknown) => ({ currency: 'EUR', paymentMethods: ['MBWAY'], metadata: { phone: number } });
const endpoint = (more: object) => ({ url: 'https://loja.example/', events: ['charge.paid'], ...more });

/** The last value that fits and the first that does not, on each side. */
const EDGES: Readonly<Record<string, Edges>> = {
  'a phone of a customer has 8 to 15 digits in at most 24 characters': {
    schema: chargeBody,
    param: 'customer.phone',
    with: (value) => charge({ customer: { phone: value } }),
    fit: [phone(8, 10), phone(15, 24)],
    refused: [phone(7, 10), phone(16, 24), phone(15, 25)],
  },
  'a phone for MB WAY has 7 to 15 digits': {
    schema: paymentBody,
    param: 'metadata.phone',
    with: (value) => payment(mbway(value)),
    fit: ['+1234567', `+${'1'.repeat(15)}`],
    refused: ['+123456', `+${'1'.repeat(16)}`],
  },
  'a customerId has 1 to 128 characters': {
    schema: paymentBody,
    param: 'customerId',
    with: (customerId) => payment({ customerId }),
    fit: [long(1), long(128)],
    refused: ['', long(129)],
  },
  'a tax id that is no CPF or CNPJ has at most 64 characters': {
    schema: paymentBody,
    param: 'customerDocument',
    with: (customerDocument) => payment({ customerDocument }),
    fit: [long(64)],
    refused: [long(65)],
  },
  'a tax id that a list is filtered by has at most 64 characters': {
    schema: chargeList,
    param: 'customer_id',
    with: (value) => ({ customer_id: value }),
    fit: [long(64)],
    refused: [long(65)],
  },
  'the name of an event has at most 64 characters': {
    schema: endpointBody,
    param: 'events.0',
    with: (name) => endpoint({ events: [name] }),
    fit: [long(1), long(64)],
    refused: ['', long(65)],
  },
  'a request is found by a path of at most 512 characters': {
    schema: requestLogList,
    param: 'path',
    with: (path) => ({ path }),
    fit: ['/', `/${long(511)}`],
    refused: ['', 'v1', '/v1?limit=1', '/v1#a', `/${long(512)}`],
  },
  'a request is found by an id of 1 to 255 characters': {
    schema: requestLogList,
    param: 'requestId',
    with: (requestId) => ({ requestId }),
    fit: [long(1), long(255)],
    refused: ['', long(256)],
  },
  'a request is found by a status from 100 to 599': {
    schema: requestLogList,
    param: 'status',
    with: (status) => ({ status }),
    fit: ['100', '599'],
    refused: ['99', '600', '2e2', '0200', '4xx', ''],
  },
  'the id that a rotation names has at most 64 characters': {
    schema: rotateSecretBody,
    param: 'id',
    with: (id) => ({ id }),
    fit: [long(64)],
    refused: [long(65)],
  },
  'the offset of a list of deliveries is 0 to 1000000': {
    schema: deliveryList,
    param: 'offset',
    with: (offset) => ({ offset }),
    fit: ['0', '1000000'],
    refused: ['-1', '1000001'],
  },
  'the eventType that deliveries are filtered by has at most 64 characters': {
    schema: deliveryList,
    param: 'eventType',
    with: (eventType) => ({ eventType }),
    fit: [long(64)],
    refused: [long(65)],
  },
  'pages of payments are counted from 1': {
    schema: paymentList,
    param: 'page',
    with: (page) => ({ page }),
    fit: ['1'],
    refused: ['0'],
  },
  'the cursor of a log has at most 64 characters': {
    schema: logList,
    param: 'starting_after',
    with: (value) => ({ starting_after: value }),
    fit: [long(64)],
    refused: [long(65)],
  },
  'a simulated callback comes 1 to 20 times': {
    schema: simulatePaymentBody,
    param: 'times',
    with: (times) => ({ times }),
    fit: [1, 20],
    refused: [0, 21],
  },
  'a simulated callback comes at once or within a day': {
    schema: simulatePaymentBody,
    param: 'notify',
    with: (notify) => ({ notify }),
    fit: [0, 86_400_000],
    refused: [-1, 86_400_001],
  },
  'a simulated payment is of at least 1': {
    schema: simulatePaymentBody,
    param: 'amount',
    with: (amount) => ({ amount }),
    fit: [1],
    refused: [0],
  },
};

for (const [rule, { schema, param, with: request, fit, refused }] of Object.entries(EDGES))
  test(`${rule}, and not one more or less`, (t) => {
    for (const value of fit)
      t.notThrows(() => parsed(schema, request(value)), `${String(value).length} ${String(value)}`);
    for (const value of refused) {
      const refusal = t.throws(() => parsed(schema, request(value)), { instanceOf: Refusal }, String(value));
      t.is(refusal?.more.param, param);
    }
  });

test('a list that nobody says a page or an offset of begins at its beginning', (t) => {
  t.like(parsed(paymentList, {}), { page: 1 });
  t.like(parsed(deliveryList, {}), { offset: 0 });
});
