import { randomUUID } from 'node:crypto';
import type { WebhookSink } from '@gx/testkit';
import { bankHand } from './bank-hand.ts';
import { logIn } from './colleagues.ts';
import { openDispute } from './dispute.ts';
import { tokenMailed } from './mails.ts';
import { merchant } from './merchant.ts';
import { payOut, sell, toKey, untilPayout } from './payout.ts';
import type { Shop } from './shop.ts';
import type { Stack } from './stack.ts';

/** What can be found of each person, wherever it lies: no value is a part of another. */
export const PERSONS = {
  'customer name': 'Zenobia Canaria',
  'customer document': '39053344705',
  'customer e-mail': 'zenobia.canaria@gaiola.example',
  'customer phone': '+5511987650123',
  'phone of an MB WAY payment': '+351913400771',
  'document of a payer lock': '52998224725',
  'document of who paid': '11144477735',
  'id of the customer at the merchant': 'canario-cinza-7c2e',
  'destination of a refund': 'quirino.canario@gaiola.example',
  'Pix key of a payout': 'zuleica.canaria@gaiola.example',
  'holder of an account': 'Zuleica Gaiola',
  'document of a holder': '86288366757',
  'number of an account': '90817263545362',
  'document of a payee': '15350946056',
  'text of a payout': 'Aluguel de Filomena Gaiola',
  'evidence of a dispute': 'Entregue a Leopoldina Gaiola',
  'e-mail of a user': 'gumercindo@gaiola.example',
  'name of a user': 'Gumercindo Canario',
} as const;
export type Datum = keyof typeof PERSONS;

const customer = {
  name: PERSONS['customer name'],
  document: PERSONS['customer document'],
  email: PERSONS['customer e-mail'],
  phone: PERSONS['customer phone'],
};

/** Every way by which the data of a person comes into the product, each once. */
export async function plantPersons(stack: Stack, shop: Shop, hook: WebhookSink): Promise<void> {
  await buy(shop);
  await payFromElsewhere(stack, shop);
  await sendMoney(shop);
  await contest(shop);
  await joinAsUser(stack, hook);
}

/** A charge of somebody, one that is refunded to a key, one by each format, one that names a phone. */
async function buy(shop: Shop): Promise<void> {
  const { body } = await shop.create({ customer });
  await shop.pay(body.id, { payer: { name: customer.name, tax_id: customer.document }, report_payer: 'notification' });
  await shop.untilStatus(body.id, 'paid');
  const refund = { amount: 100, strategy: 'cashout', destinationKey: PERSONS['destination of a refund'] };
  const ordered = await shop.refund(body.id, refund);
  await shop.untilRefund(body.id, ordered.body.id, 'REFUNDED');
  const named = { customerName: customer.name, customerDocument: customer.document, customerEmail: customer.email };
  const customerId = PERSONS['id of the customer at the merchant'];
  await payment(shop, { amount: 700, paymentMethods: ['PIX'], customerId, ...named });
  const phone = { metadata: { phone: PERSONS['phone of an MB WAY payment'] } };
  await payment(shop, { amount: 700, currency: 'EUR', paymentMethods: ['MBWAY'], ...named, ...phone });
}

async function payment(shop: Shop, body: object): Promise<void> {
  const { status } = await shop.send('POST', '/v1/payments', { body: { ...body, idempotencyKey: randomUUID() } });
  if (status !== 201) throw new Error(`POST /v1/payments: ${status}`);
}

/**
 * A charge that another than its customer pays, a lock with its payer, one with a stranger, and no charge's
 * money.
 */
async function payFromElsewhere(stack: Stack, shop: Shop): Promise<void> {
  const paid = await shop.create({ customer });
  await shop.payWith(paid.body.id, PERSONS['document of who paid'], 'notification');
  await shop.untilStatus(paid.body.id, 'paid');
  const lock = { customer: { name: customer.name }, expected_payer_tax_id: PERSONS['document of a payer lock'] };
  const right = await shop.create(lock);
  await shop.payWith(right.body.id, PERSONS['document of a payer lock'], 'query');
  await shop.untilStatus(right.body.id, 'paid');
  const wrong = await shop.create(lock);
  await shop.payWith(wrong.body.id, PERSONS['document of who paid'], 'notification');
  await shop.untilStatus(wrong.body.id, 'refunded');
  await bankHand(stack).payStranger(randomUUID().replaceAll('-', ''), 300);
}

/** Payouts to a key and to an account, and one that is not for whom it is meant. */
async function sendMoney(shop: Shop): Promise<void> {
  await sell(shop, 9_000);
  const ending = async (status: 'paid' | 'failed', order: object): Promise<void> => {
    await untilPayout(shop, (await payOut(shop, order)).body.id, status);
  };
  const key = toKey(PERSONS['Pix key of a payout']);
  const account = {
    ispb: '12345678',
    branch: '0001',
    account: PERSONS['number of an account'],
    account_type: 'checking',
    holder_name: PERSONS['holder of an account'],
    holder_document: PERSONS['document of a holder'],
  };
  await ending('paid', { ...key, description: PERSONS['text of a payout'] });
  await ending('paid', { destination: { bank_account: account } });
  await ending('failed', { ...key, amount: 900, expected_recipient_tax_id: PERSONS['document of a payee'] });
}

/** A payer contests, and the merchant answers with a name. */
async function contest(shop: Shop): Promise<void> {
  const { body } = await shop.create({ customer });
  await shop.pay(body.id);
  await shop.untilStatus(body.id, 'paid');
  const { id } = await openDispute(shop, body.id);
  const text = PERSONS['evidence of a dispute'];
  const answered = await shop.send('POST', `/v1/disputes/${id}/evidence`, { body: { text } });
  if (answered.status !== 200) throw new Error(`evidence: ${answered.status}`);
}

/** Somebody is invited by mail, joins under a name, logs in and forgets the password. */
async function joinAsUser(stack: Stack, hook: WebhookSink): Promise<void> {
  const [owner] = stack.accounts;
  if (owner === undefined) throw new Error('no account was seeded');
  const client = merchant(stack.gateway, '', { patient: true });
  const { accessToken } = await logIn(stack, owner);
  const [email, password] = [PERSONS['e-mail of a user'], randomUUID()];
  const headers = { authorization: `Bearer ${accessToken}` };
  await client.send('POST', '/v1/users', { headers, body: { email, role: 'viewer' } });
  const token = await tokenMailed(hook, { kind: 'invitation', email });
  const joining = { token, name: PERSONS['name of a user'], password };
  await client.send('POST', '/v1/auth/invitations/accept', { body: joining });
  await logIn(stack, { email, password });
  await client.send('POST', '/v1/auth/password-reset', { body: { email } });
  await tokenMailed(hook, { kind: 'password_reset', email });
}
