import { publicDispute } from '@gx/contracts';
import type { Dispute_Status } from '@gx/contracts/charge';
import { EVIDENCE_LIMITS } from '@gx/core';
import { dispute, disputeList, simulatedDispute } from '../contract/answers/dispute.ts';
import { accepted, listed, ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { evidenceBody, simulateDisputeBody } from '../input/dispute-body.ts';
import { disputeList as disputeListQuery } from '../input/dispute-list.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { PATH_IDS } from './path-ids.ts';

const READ_DEADLINE_MS = 5_000;

/** What somebody contests, at a bank or an acquirer (decisions, section 9). */
export const DISPUTES = [
  route({
    at: 'GET /v1/disputes',
    auth: 'key',
    operation: 'listDisputes',
    summary: 'Disputes, newest first, by cursor.',
    query: disputeListQuery,
    exampleQuery: 'status=needs_response&limit=10',
    answers: { 200: disputeList },
    handle: async ({ charge }, { call, tenant, query }) => {
      const { limit, starting_after: startingAfter, status, charge: chargeId } = query;
      const { disputes, hasMore } = await charge.listDisputes(
        { ...call, deadlineMs: READ_DEADLINE_MS },
        {
          tenant,
          limit,
          ...omitUndefined({ startingAfter, chargeId, status: status?.toUpperCase() as Dispute_Status | undefined }),
        },
      );
      return listed(disputes.map(publicDispute), hasMore);
    },
  }),
  route({
    at: 'GET /v1/disputes/:id',
    auth: 'key',
    operation: 'getDispute',
    summary: 'One dispute, and until when it takes evidence.',
    pathId: PATH_IDS.dispute,
    answers: { 200: dispute },
    handle: async ({ charge }, { call, tenant, id }) =>
      ok(publicDispute(await charge.getDispute({ ...call, deadlineMs: READ_DEADLINE_MS }, { tenant, id }))),
  }),
  route({
    at: 'POST /v1/disputes/:id/evidence',
    auth: 'key',
    operation: 'submitEvidence',
    summary:
      'Defend yourself: a text, up to five files (PDF, PNG or JPEG of 1 MiB), or both. It is stored encrypted and goes to the bank; the same again changes nothing.',
    pathId: PATH_IDS.dispute,
    body: evidenceBody,
    bodyMaxBytes: EVIDENCE_LIMITS.bodyBytesMax,
    example: { text: 'Delivered on 3 March, signed by the buyer.' },
    answers: { 200: dispute },
    errors: ['unprocessable_entity'],
    handle: async ({ charge }, { call, tenant, address, id, body: { text, files = [] } }) => {
      const request = omitUndefined({ tenant, id, files, text, clientAddress: address });
      return ok(publicDispute(await charge.submitEvidence(call, request)));
    },
  }),
  route({
    at: 'POST /v1/disputes/:id/accept',
    auth: 'key',
    operation: 'acceptDispute',
    summary: 'Do not defend yourself: the dispute is lost.',
    pathId: PATH_IDS.dispute,
    answers: { 200: dispute },
    errors: ['unprocessable_entity'],
    handle: async ({ charge }, { call, tenant, address, id }) =>
      ok(publicDispute(await charge.acceptDispute(call, { tenant, id, clientAddress: address }))),
  }),
];

/** In test mode only (decisions, section 5). */
export const TEST_DISPUTES = [
  route({
    at: 'POST /v1/test_helpers/charges/:id/simulate_dispute',
    auth: 'key',
    operation: 'simulateDispute',
    summary:
      'Play the payer’s bank: contest a paid Pix, all of it or a part, and decide the case. One that is lost is followed by its devolution.',
    testOnly: true,
    pathId: PATH_IDS.charge,
    body: simulateDisputeBody,
    example: { outcome: 'opened', reason: 'fraud' },
    answers: { 202: simulatedDispute },
    errors: ['unprocessable_entity', 'invalid_amount'],
    handle: async ({ charge }, { call, tenant, id: chargeId, body }) => {
      const { id, endToEndId, amount, status } = await charge.simulateDispute(
        call,
        omitUndefined({ tenant, chargeId, ...body }),
      );
      return accepted({ id, end_to_end_id: endToEndId, amount, status });
    },
  }),
];
