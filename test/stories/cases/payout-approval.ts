import { newId } from '@gx/core';
import type { ExecutionContext } from 'ava';
import { type Colleague, logIn, openColleague, setApproval, type UserRole } from '../colleagues.ts';
import { merchant } from '../merchant.ts';
import { payOut, sell, toKey, untilPayout } from '../payout.ts';
import { openShop } from '../shop.ts';
import { type Context, test } from './one-product.ts';

/** A shop whose payouts another user has to approve, and who decides about them. */
async function openCautiousShop(t: ExecutionContext<Context>) {
  const { stack, sink } = t.context;
  const shop = await openShop(stack, sink);
  const available = await sell(shop, 5_000);
  const issuer = await logIn(stack, shop.login);
  const { accountId } = shop.login;
  await setApproval(stack, accountId, 'required');
  const colleague = (role: UserRole): Promise<Colleague> => openColleague(stack, accountId, role);
  const decide = (act: 'approve' | 'reject', payoutId: string, { accessToken }: Colleague) =>
    merchant(stack.gateway, '').send('POST', `/v1/payouts/${payoutId}/${act}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
  return { shop, available, issuer, colleague, decide };
}

test.serial('a payout waits until another owner or finance user approves it; nobody else may', async (t) => {
  const { shop, available, issuer, colleague, decide } = await openCautiousShop(t);
  const { status, body } = await payOut(shop, toKey('approved@example.com'));
  t.deepEqual([status, body.status, body.approval.required, body.approval.by], [201, 'pending', true, null]);
  t.deepEqual(await shop.wallet(), { available: available - 1_050, pending: 0, retained: 1_050 });
  for (const user of [issuer, await colleague('developer'), await colleague('viewer')]) {
    const refused = await decide('approve', body.id, user);
    t.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.reason],
      [403, 'forbidden', 'role_not_allowed'],
    );
  }
  const finance = await colleague('finance');
  const approved = await decide('approve', body.id, finance);
  t.is(approved.status, 200);
  t.like(approved.body['approval'], { required: true, by: finance.userId });
  const again = await decide('approve', body.id, finance);
  t.deepEqual([again.status, again.body.error.reason], [422, 'payout_not_awaiting_approval']);
  await untilPayout(shop, body.id, 'paid');
  await shop.untilWallet({ available: available - 1_050, pending: 0, retained: 0 });
});

test.serial('a payout that a second owner rejects fails, costs nothing, and is announced', async (t) => {
  const { shop, available, colleague, decide } = await openCautiousShop(t);
  const { body } = await payOut(shop, toKey('rejected@example.com'));
  const owner = await colleague('owner');
  const rejected = await decide('reject', body.id, owner);
  t.like(rejected, { status: 200, body: { status: 'failed', failure_code: 'rejected' } as object });
  t.is((await decide('reject', body.id, owner)).body.error.reason, 'payout_not_awaiting_approval');
  await shop.untilWallet({ available, pending: 0, retained: 0 });
  await shop.untilWebhooks(body.id, ['payout.created', 'withdrawal.created', 'payout.failed', 'withdrawal.failed']);
});

test.serial('nobody of another account can decide about a payout, or learn that it is there', async (t) => {
  const { shop, decide } = await openCautiousShop(t);
  const { body } = await payOut(shop, toKey('foreign@example.com'));
  const { colleague } = await openCautiousShop(t);
  const stranger = await colleague('owner');
  const bodies = new Set<string>();
  for (const id of [body.id, `po_${newId('payout')}`])
    for (const act of ['approve', 'reject'] as const) {
      const refused = await decide(act, id, stranger);
      t.is(refused.status, 404);
      bodies.add(refused.text.replace(refused.body.request_id, ''));
    }
  t.is(bodies.size, 1);
  t.is((await untilPayout(shop, body.id, 'pending')).approval.by, null);
});
