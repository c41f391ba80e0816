import { publicPayout } from '@gx/contracts';
import type { Payout_Status } from '@gx/contracts/payout';
import { type Id, InvariantViolation, parseJson, wireId } from '@gx/core';
import type { z } from 'zod';
import { payout, payoutBooks, payoutList } from '../contract/answers/payout.ts';
import { listed, ok, replayable } from '../edge/answer.ts';
import { type RequestContext, route } from '../edge/route.ts';
import { payoutBody, payoutFields } from '../input/payout-body.ts';
import { payoutList as payoutListQuery } from '../input/payout-list.ts';
import { payoutHash } from '../input/request-hash.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { PATH_IDS } from './path-ids.ts';

const READ_DEADLINE_MS = 5_000;

/** Money of the wallet on its way out (decisions, section 7). */
export const PAYOUTS = [
  route({
    at: 'POST /v1/payouts',
    auth: 'key',
    operation: 'createPayout',
    summary:
      'Send money by Pix. One `Idempotency-Key` is one payout, for ever; the amount and the fee are set aside at once.',
    body: payoutBody,
    idempotencyKey: 'payout',
    example: {
      amount: 1990,
      destination: { pix_key: 'supplier@example.com' },
      description: 'Invoice 77',
      metadata: { invoice: '77' },
    },
    answers: { 201: payout },
    errors: ['fraud.payout_limit_exceeded', 'idempotency_key_reused', 'unprocessable_entity'],
    handle: async (deps, { call, tenant, caller, address, idempotencyKey, body }) => {
      const { payout: made, replayed } = await deps.payout.createPayout(call, {
        ...payoutFields(body),
        ...omitUndefined({ keyIssuerUserId: caller.issuerUserId }),
        tenant,
        idempotencyKey,
        requestHash: payoutHash(body),
        clientAddress: address,
      });
      if (made === null) throw new InvariantViolation('a create without a payout');
      return replayable(publicPayout(made), replayed);
    },
  }),
  route({
    at: 'GET /v1/payouts/:id',
    auth: 'key',
    operation: 'getPayout',
    summary: 'One payout. For spot checks: the webhook is what to wait for.',
    pathId: PATH_IDS.payout,
    answers: { 200: payout },
    handle: async (deps, { call, tenant, id: payoutId }) =>
      ok(publicPayout(await deps.payout.getPayout({ ...call, deadlineMs: READ_DEADLINE_MS }, { tenant, payoutId }))),
  }),
  route({
    at: 'GET /v1/payouts',
    auth: 'key',
    operation: 'listPayouts',
    summary: 'Payouts, newest first, by cursor. Pages stay as they are while new payouts come in.',
    query: payoutListQuery,
    exampleQuery: 'status=paid&limit=10',
    answers: { 200: payoutList },
    handle: async (deps, { call, tenant, query }) => {
      const { payouts, hasMore } = await deps.payout.listPayouts(
        { ...call, deadlineMs: READ_DEADLINE_MS },
        { tenant, ...listRequest(query) },
      );
      return listed(payouts.map(publicPayout), hasMore);
    },
  }),
  route({
    at: 'POST /v1/payouts/:id/cancel',
    auth: 'key',
    operation: 'cancelPayout',
    summary: 'Stop a payout that is pending: scheduled, or not approved yet. What was set aside is available again.',
    pathId: PATH_IDS.payout,
    answers: { 200: payout },
    errors: ['unprocessable_entity'],
    handle: async (deps, { call, tenant, address, id: payoutId }) =>
      ok(publicPayout(await deps.payout.cancelPayout(call, { tenant, payoutId, clientAddress: address }))),
  }),
  route({
    at: 'POST /v1/payouts/:id/approve',
    auth: 'token',
    operation: 'approvePayout',
    summary: 'Let a payout go that waits for approval. An owner or finance user, and not the one who issued the key.',
    pathId: PATH_IDS.payout,
    answers: { 200: payout },
    errors: ['unprocessable_entity'],
    guarded: true,
    handle: async (deps, { call, address, id: payoutId, ...proof }) =>
      ok(publicPayout(await deps.payout.approvePayout(call, decision(payoutId, address, proof)))),
  }),
  route({
    at: 'POST /v1/payouts/:id/reject',
    auth: 'token',
    operation: 'rejectPayout',
    summary: 'Refuse it: it fails with the code `rejected`, and what was set aside is available again.',
    pathId: PATH_IDS.payout,
    answers: { 200: payout },
    errors: ['unprocessable_entity'],
    guarded: true,
    handle: async (deps, { call, address, id: payoutId, ...proof }) =>
      ok(publicPayout(await deps.payout.rejectPayout(call, decision(payoutId, address, proof)))),
  }),
];

type UserProof = Pick<RequestContext<'token'>, 'accessToken' | 'totp'>;
const decision = (payoutId: Id<'payout'>, clientAddress: string, { accessToken, totp }: UserProof) =>
  omitUndefined({ accessToken, totp, payoutId, clientAddress });

/** In test mode only (decisions, section 7). */
export const TEST_PAYOUTS = [
  route({
    at: 'GET /v1/test_helpers/payouts/:id/bank',
    auth: 'key',
    operation: 'getPayoutBooks',
    summary: 'The simulated bank’s own books for a payout; what came back shows here.',
    testOnly: true,
    pathId: PATH_IDS.payout,
    answers: { 200: payoutBooks },
    handle: async ({ payout: payouts }, { call, tenant, id: payoutId }) => {
      const { stateJson } = await payouts.getSimulatedProviderState(call, { tenant, payoutId });
      return ok(booksOf(payoutId, parseJson(stateJson) as Partial<SentPix>));
    },
  }),
];

/** A Pix in the simulator's own books, whose destination it has masked; empty before it was sent. */
type SentPix = {
  readonly id: string;
  readonly end_to_end_id: string | null;
  readonly amount: number;
  readonly destination: string;
  readonly status: string;
  readonly code: string | null;
  readonly reason: string | null;
  readonly created_at: string;
  readonly settled_at: string | null;
  readonly returns: readonly { readonly id: string; readonly amount: number; readonly at: string }[];
};

const booksOf = (payoutId: Id<'payout'>, sent: Partial<SentPix>) => ({
  payout_id: wireId('payout', payoutId),
  id: sent.id ?? null,
  end_to_end_id: sent.end_to_end_id ?? null,
  amount: sent.amount ?? null,
  destination: sent.destination ?? null,
  status: sent.status ?? null,
  code: sent.code ?? null,
  reason: sent.reason ?? null,
  created_at: sent.created_at ?? null,
  settled_at: sent.settled_at ?? null,
  returns: sent.returns ?? [],
});

const listRequest = (query: z.output<typeof payoutListQuery>) =>
  omitUndefined({
    limit: query.limit,
    startingAfter: query.starting_after,
    status: query.status?.toUpperCase() as Payout_Status | undefined,
    createdAfterMs: query.created_after,
    createdBeforeMs: query.created_before,
  });
