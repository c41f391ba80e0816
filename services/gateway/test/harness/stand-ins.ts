import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type MessageInit, REVOCATION_WAIT_MS, SERVICES } from '@gx/contracts';
import type {
  BankPix,
  CancelChargeRequest,
  Charge,
  CreateChargeRequest,
  GetPaymentMetricsRequest,
  GetPaymentStatsRequest,
  ListChargesRequest,
  PaymentMetrics,
  PaymentStats,
  SimulateBankReturnRequest,
  SimulateOutcomeRequest,
  SimulatePaymentRequest,
} from '@gx/contracts/charge';
import type { AuditEvent, ListAuditEventsRequest, ListRequestLogsRequest, RequestRecord } from '@gx/contracts/keys';
import { EVIDENCE_LIMITS, newId, notFound, Refusal, sha256Hex, type Tenant } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { localAssertion } from '@gx/testkit';
import { disputesSide } from './dispute-stand-in.ts';
import { paymentsSide, refuseUnserved } from './payments-stand-in.ts';
import { stand } from './stand.ts';
import { keepingCodes, usersSide } from './users-stand-in.ts';

const BR_CODE =
  '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB';

/** As the real one takes it. */
const EVIDENCE = { maxMessageBytes: EVIDENCE_LIMITS.messageBytesMax };

/** An id of the right form that is nobody's. */
export const FOREIGN_ID = '00000000-0000-7000-8000-000000000000';

/** The keys service as the edge sees it: resolves what was issued, and counts how often it is asked. */
export function keysStandIn() {
  const keys = new Map<string, { accountId: string; livemode: boolean; keyId: string; issuerUserId?: string }>();
  const state = {
    lookups: 0,
    /** What gateways recorded, what there is to audit, and how both were asked for. */
    records: [] as RequestRecord[],
    assertedFor: [] as (string | undefined)[],
    audit: [] as AuditEvent[],
    logLists: [] as (ListRequestLogsRequest | ListAuditEventsRequest)[],
    tokensAreGood: true,
    /** Whose the login tokens are; a token that is not here is the first account's. */
    owners: new Map<string, string>(),
    /** Tokens of users who may not do what is asked for. */
    withoutRights: new Set<string>(),
    /** What accounts may do; of one that is not here nothing is said, as before there were states. */
    accountStates: new Map<string, string>(),
    logouts: [] as string[],
    refuseRecords: undefined as (() => void) | undefined,
    refuseLists: undefined as (() => Refusal) | undefined,
    /** Holds each lookup up between its read and its answer. */
    beforeAnswer: async (): Promise<unknown> => undefined,
    slowBy(ms: number): void {
      state.beforeAnswer = () => setTimeout(ms);
    },
    issue(environment: 'live' | 'test' = 'test', accountId: string = newId('account'), issuerUserId?: string): string {
      const key = `gx_${environment}_${randomBytes(24).toString('base64url')}`;
      const issuer = issuerUserId === undefined ? {} : { issuerUserId };
      keys.set(sha256Hex(key), { accountId, livemode: environment === 'live', keyId: newId('apiKey'), ...issuer });
      return key;
    },
    /** What an account may do from now on; answers as `revoke`. */
    async put(accountId: string, accountState: string): Promise<void> {
      state.accountStates.set(accountId, accountState);
      await setTimeout(REVOCATION_WAIT_MS);
    },
    /** Commits at once and answers when no record can be left, as the real one does. */
    async revoke(key: string): Promise<void> {
      keys.delete(sha256Hex(key));
      await setTimeout(REVOCATION_WAIT_MS);
    },
  };
  const stateOf = (accountId: string) => ({ accountState: state.accountStates.get(accountId) ?? '' });
  const users = usersSide();
  const handlers: Partial<Handlers<typeof SERVICES.keys>> = {
    ...users.handlers,
    async ResolveKey(_ctx, { fingerprint }) {
      state.lookups++;
      const found = keys.get(fingerprint);
      await state.beforeAnswer();
      if (found === undefined) throw notFound('key');
      const assertion = await localAssertion({ tenant: found as unknown as Tenant, fingerprint });
      return { ...found, ...stateOf(found.accountId), assertion };
    },
    async Logout(_ctx, { accessToken }) {
      state.logouts.push(accessToken);
      await state.beforeAnswer();
      return {};
    },
    ReadToken(_ctx, { accessToken, right }) {
      if (!state.tokensAreGood) throw new Refusal('unauthorized', 'The login token is wrong, expired or logged out.');
      if (right !== undefined && state.withoutRights.has(accessToken))
        throw new Refusal('forbidden', 'The role of this user does not allow it.', { reason: 'role_not_allowed' });
      const accountId = state.owners.get(accessToken) ?? FOREIGN_ID;
      return { accountId, userId: users.state.ids.get(accessToken) ?? FOREIGN_ID, ...stateOf(accountId) };
    },
    GetJwks: () => ({ jwksJson: '{"keys":[]}' }),
    IssueKey: (_ctx, { label }) => ({
      id: newId('apiKey'),
      apiKey: state.issue(),
      fingerprint: 'f'.repeat(64),
      prefix: 'gx_test_AAAA',
      createdAtMs: 1_700_000_000_000,
      ...(label === undefined ? {} : { label }),
    }),
    ListKeys() {
      if (!state.tokensAreGood) throw new Refusal('unauthorized', 'The login token is wrong, expired or logged out.');
      return { keys: [{ id: newId('apiKey'), prefix: 'gx_test_AAAA', createdAtMs: 1_700_000_000_000 }] };
    },
    RotateKey: (_ctx, { id, label }) => ({
      id: newId('apiKey'),
      apiKey: state.issue(),
      fingerprint: 'e'.repeat(64),
      prefix: 'gx_test_BBBB',
      createdAtMs: 1_700_000_000_000,
      label: label ?? `was ${id}`,
    }),
    RecordRequests(_ctx, { requests, assertions }) {
      state.refuseRecords?.();
      state.assertedFor.push(...requests.map(({ assertionIndex }) => assertions[assertionIndex ?? -1]));
      state.records.push(...requests);
      return {};
    },
    ListRequestLogs(_ctx, request) {
      state.logLists.push(request);
      if (state.refuseLists !== undefined) throw state.refuseLists();
      return { requests: state.records.slice(0, request.limit), hasMore: state.records.length > request.limit };
    },
    ListAuditEvents(_ctx, request) {
      state.logLists.push(request);
      if (state.refuseLists !== undefined) throw state.refuseLists();
      return { events: state.audit.slice(0, request.limit), hasMore: state.audit.length > request.limit };
    },
    RevokeKey(_ctx, { id }) {
      if (id === FOREIGN_ID) throw notFound('API key');
      return {};
    },
  };
  const { handlers: coded, codesOf } = keepingCodes(handlers);
  return { ...stand(SERVICES.keys, coded), state, users: users.state, codesOf };
}

/** The charge service as the edge sees it: one charge per tenant and key, and what it was asked. */
export function chargeStandIn() {
  const charges = new Map<string, { hash: string; charge: Charge }>();
  const state = {
    requests: [] as CreateChargeRequest[],
    lists: [] as ListChargesRequest[],
    payments: [] as SimulatePaymentRequest[],
    outcomes: [] as SimulateOutcomeRequest[],
    bankReturns: [] as SimulateBankReturnRequest[],
    callbacks: [] as { bankProfileId: string; token: string; body: string }[],
    beforeCreate: async (): Promise<void> => {},
    /** What was asked for in statistics, and what they say. */
    statisticsRequests: [] as (GetPaymentStatsRequest | GetPaymentMetricsRequest)[],
    stats: {} as MessageInit<PaymentStats>,
    metrics: {} as MessageInit<PaymentMetrics>,
    /** What the bank's books say has arrived. */
    arrived: [] as BankPix[],
    cancels: [] as CancelChargeRequest[],
    /** How long the edge is ready to wait for a cancel, in milliseconds. */
    cancelWaits: [] as number[],
    /** How the bank and the charge itself take a cancel. */
    beforeCancel: async (_charge: Charge): Promise<void> => {},
    /** Makes a charge something else than waiting. */
    change(id: string, more: Partial<Charge>): void {
      for (const entry of charges.values()) if (entry.charge.id === id) Object.assign(entry.charge, more);
    },
  };
  const named = (tenant: Tenant | unknown, name: string): string => `${JSON.stringify(tenant)} ${name}`;
  const byId = (tenant: unknown, id: string): Charge => {
    const found = [...charges].find(([key, { charge }]) => charge.id === id && key.startsWith(JSON.stringify(tenant)));
    if (found === undefined) throw notFound('charge');
    return found[1].charge;
  };
  const own = (tenant: unknown): Charge[] =>
    [...charges].filter(([key]) => key.startsWith(JSON.stringify(tenant))).map(([, { charge }]) => charge);
  const payments = paymentsSide({ byId, own });
  const disputes = disputesSide();
  const handlers: Partial<Handlers<typeof SERVICES.charge>> = {
    ...payments.handlers,
    ...disputes.handlers,
    async CreateCharge(_ctx, request) {
      refuseUnserved(request.paymentMethods);
      state.requests.push(request);
      await state.beforeCreate();
      const key = named(request.tenant, request.idempotencyKey);
      const known = charges.get(key);
      if (known !== undefined) return replayed(known, request);
      const charge = chargeOf(request);
      charges.set(key, { hash: request.requestHash, charge });
      return { charge, replayed: false };
    },
    FindChargeByKey(_ctx, request) {
      const known = charges.get(named(request.tenant, request.idempotencyKey));
      return known === undefined ? {} : replayed(known, request);
    },
    GetCharge: (_ctx, { tenant, id }) => byId(tenant, id),
    async CancelCharge(ctx, request) {
      state.cancels.push(request);
      state.cancelWaits.push(ctx.deadline.getTime() - Date.now());
      const charge = byId(request.tenant, request.id);
      await state.beforeCancel(charge);
      if (!['PENDING', 'WAITING_PAYMENT', 'PROCESSING'].includes(charge.status)) {
        const reason = 'charge_not_cancellable';
        throw new Refusal('unprocessable_entity', `A charge that is ${charge.status} cannot be cancelled.`, { reason });
      }
      return Object.assign(charge, { status: 'CANCELLED' });
    },
    GetLastEvent(_ctx, { tenant, id }) {
      const { status } = byId(tenant, id);
      return { status, event: status === 'PENDING' ? Buffer.alloc(0) : Buffer.from(`last of ${id}`) };
    },
    ListCharges(_ctx, request) {
      state.lists.push(request);
      const own = [...charges].filter(([key]) => key.startsWith(JSON.stringify(request.tenant)));
      return {
        charges: own.slice(0, request.limit).map(([, { charge }]) => charge),
        hasMore: own.length > request.limit,
      };
    },
    GetPaymentCode(_ctx, { id }) {
      if (![...charges.values()].some(({ charge }) => charge.id === id)) throw notFound('charge');
      return { brCode: BR_CODE };
    },
    ReceiveProviderCallback(_ctx, { bankProfileId, token, body }) {
      if (token === 'broken') throw new Error('the database is gone');
      if (token !== 'secret') throw notFound('bank profile');
      state.callbacks.push({ bankProfileId, token, body: body.toString('utf8') });
      return { stored: 1 };
    },
    SimulatePayment(_ctx, request) {
      state.payments.push(request);
      if (request.amount === 1) return { accepted: false, rejectionCode: 'AM09', rejectionMessage: 'Wrong amount.' };
      return { accepted: true, endToEndId: 'E0000000020260101120000000000001' };
    },
    SimulateOutcome(_ctx, request) {
      state.outcomes.push(request);
      if (request.outcome === 'dispute_won')
        return {
          accepted: false,
          orderStatus: 'approved',
          rejectionCode: 'nothing_to_end',
          rejectionMessage: 'None is open.',
        };
      return { accepted: true, orderStatus: 'approved' };
    },
    SimulateBankReturn(_ctx, request) {
      state.bankReturns.push(request);
      const { id = 'MED1', amount = 1_990, status = 'DEVOLVIDO' } = request;
      return { id, amount, status, endToEndId: 'E0000000020260101120000000000001' };
    },
    GetPaymentStats(_ctx, request) {
      state.statisticsRequests.push(request);
      return state.stats;
    },
    GetPaymentMetrics(_ctx, request) {
      state.statisticsRequests.push(request);
      return state.metrics;
    },
    GetSimulatedProviderState: () => ({ txid: 'a'.repeat(32), status: 'ATIVA', pix: state.arrived }),
  };
  return { ...stand(SERVICES.charge, handlers, EVIDENCE), state, payments: payments.state, disputes: disputes.state };
}

function replayed({ hash, charge }: { hash: string; charge: Charge }, { requestHash }: CreateChargeRequest) {
  if (hash === requestHash) return { charge, replayed: true };
  throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used with another body.');
}

function chargeOf(request: CreateChargeRequest): Charge {
  const id = newId('charge');
  return {
    id,
    tenant: request.tenant,
    surface: request.surface,
    amount: request.amount,
    currency: request.currency,
    status: 'WAITING_PAYMENT',
    paymentMethod: 'PIX',
    paymentMethods: request.paymentMethods.length === 0 ? ['PIX'] : request.paymentMethods,
    otherOrders: [],
    ...(request.customerId === undefined ? {} : { customerId: request.customerId }),
    ...(request.webhookUrl === undefined ? {} : { webhookUrl: request.webhookUrl }),
    customer: request.customer ?? {},
    pix: { brCode: BR_CODE, qrCodeUrl: `http://gateway/qr/${id}.png`, expiresAtMs: 1_800_000_000_000 },
    checkoutUrl: `http://checkout/${id}`,
    metadataJson: request.metadataJson ?? '{}',
    ...(request.expectedPayerTaxId === undefined ? {} : { expectedPayerTaxId: request.expectedPayerTaxId }),
    createdAtMs: 1_790_000_000_000,
    providerFee: 10,
    platformFee: 10,
  };
}
