import { randomBytes } from 'node:crypto';
import { canonicalJson, sha256Hex } from '@gx/core';
import { CALL, type FaultStage, insist, isFinal } from './stage.ts';
import type { Cancel, Creation, RefundAsk } from './story.ts';

/** What clients and payers can do, each act written down as it is done. */

export const newKey = (): string => `key-${randomBytes(8).toString('hex')}`;
export const hashOf = (body: object): string => `v1:${sha256Hex(canonicalJson(body))}`;

export type CreateOrder = {
  readonly amount?: number;
  /** Any but Pix is asked for on the payments surface. */
  readonly paymentMethods?: readonly string[];
  readonly currency?: string;
  readonly metadataJson?: string;
  readonly expectedPayerTaxId?: string;
  readonly customer?: { readonly name: string; readonly document: string };
};

/**
 * Creates a charge; now and then the client asks twice at once, once more, or uses the key for something
 * else.
 */
export async function createCharge(
  stage: FaultStage,
  order: CreateOrder = {},
  atOnce = stage.random.chance(0.1) ? 2 : 1,
): Promise<Creation> {
  const { worker, merchant, random } = stage;
  const body = { amount: 1_990, currency: 'BRL', ...order };
  const creation: Creation = {
    key: newKey(),
    amount: body.amount,
    method: order.paymentMethods?.[0],
    expectedPayer: order.expectedPayerTaxId,
    answers: [],
  };
  merchant.creations.push(creation);
  const { paymentMethods = [], ...rest } = body;
  const request = {
    tenant: merchant.tenant,
    idempotencyKey: creation.key,
    surface: paymentMethods.length === 0 ? ('CHARGES' as const) : ('PAYMENTS' as const),
    ...rest,
    paymentMethods: [...paymentMethods],
  };
  const ask = async (): Promise<void> => {
    const given = { ...request, requestHash: hashOf(body) };
    const { charge } = await insist(stage, () => worker.gateway.charge.createCharge(CALL, given));
    if (charge != null) creation.answers.push(charge);
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  if (random.chance(0.1)) await ask();
  if (random.chance(0.05)) {
    const other = { ...request, amount: body.amount + 1, requestHash: hashOf({ ...body, amount: body.amount + 1 }) };
    creation.misuse = await insist(stage, () => worker.gateway.charge.createCharge(CALL, other)).then(
      () => 'answered',
      () => 'refused',
    );
  }
  return creation;
}

export const chargeId = ({ answers }: Creation): string => {
  const [charge] = answers;
  if (charge === undefined) throw new Error('a creation without an answer');
  return charge.id;
};

export type PayOrder = {
  readonly amount?: number;
  readonly payer?: { readonly name: string; readonly tax_id: string };
  readonly report_payer?: 'notification' | 'query' | 'never';
  readonly paid_at?: string;
  readonly notify?: 'now' | 'never' | number;
  readonly times?: number;
  /** The payer's bank asks nothing of the charge: money arrives that should not. */
  readonly force?: boolean;
};

/** Plays the payer against the bank alone; false when the payer's bank refused. */
export async function pay({ worker }: FaultStage, { answers }: Creation, order: PayOrder = {}): Promise<boolean> {
  const brCode = answers[0]?.pix?.brCode;
  if (brCode === undefined) throw new Error('a charge without a code cannot be paid');
  const notifies = order.notify !== 'never';
  if (notifies) worker.expectCallback();
  const wish = { br_code: brCode, ...order };
  const { accepted } = await worker.environment.bank.control<{ accepted: boolean }>('POST', '/sim/pay', wish);
  if (notifies && !accepted) worker.callbackTaken();
  return accepted;
}

/** Cancels and writes down what the merchant was told. */
export async function cancel(stage: FaultStage, creation: Creation): Promise<Cancel> {
  const { worker, merchant } = stage;
  const id = chargeId(creation);
  const request = { tenant: merchant.tenant, id };
  const outcome = await insist(stage, () => worker.gateway.charge.cancelCharge(CALL, request)).then(
    () => 'cancelled' as const,
    (error: unknown) => {
      if (!isFinal(error)) throw error;
      return 'refused' as const;
    },
  );
  const attempt = { chargeId: id, outcome };
  merchant.cancels.push(attempt);
  return attempt;
}

export type RefundOrder = {
  readonly amount?: number;
  readonly strategy?: 'DEVOLUTION' | 'CASHOUT';
  readonly destinationKey?: string;
};

/** Refunds and writes down what the merchant was told; now and then the client asks once more. */
export async function refund(stage: FaultStage, creation: Creation, order: RefundOrder = {}): Promise<RefundAsk> {
  const { worker, merchant, random } = stage;
  const record: RefundAsk = { key: newKey(), chargeId: chargeId(creation), amount: order.amount, answers: [] };
  merchant.refunds.push(record);
  // What was not paid by Pix goes back the way it came, and nobody may ask for another one.
  const strategy = (creation.method ?? 'PIX') === 'PIX' ? ('DEVOLUTION' as const) : undefined;
  const body = { chargeId: record.chargeId, ...(strategy === undefined ? {} : { strategy }), ...order };
  const request = {
    tenant: merchant.tenant,
    idempotencyKey: record.key,
    requestHash: hashOf(body),
    ...body,
  };
  const ask = async (): Promise<void> => {
    const { refund: made } = await insist(stage, () => worker.gateway.refund.createRefund(CALL, request));
    if (made != null) record.answers.push(made);
  };
  try {
    await ask();
    if (random.chance(0.2)) await ask();
  } catch (error) {
    if (!isFinal(error)) throw error;
    record.refusal = error.more.reason ?? error.code;
  }
  return record;
}

/**
 * Moves the end of the charge's time, as it is stored, to so many milliseconds from now; without any it is
 * over. No clock is touched.
 */
export async function letExpire({ worker }: FaultStage, creation: Creation, inMs = -1): Promise<void> {
  const expiresAt = new Date(Date.now() + inMs);
  const charges = worker.database('charge').collection('charges');
  const id = { _id: chargeId(creation) as never };
  await charges.updateOne(id, { $set: { 'paymentOptions.0.pix.expiresAt': expiresAt } });
  const entry = `due.expiry:${(await charges.findOne(id))?.['bankProfileId']}`;
  await charges.updateOne({ ...id, [entry]: { $exists: true } }, { $set: { [entry]: expiresAt } });
}

type OptionName = { readonly method: string; readonly txid: string };
/** The name of a charge at its provider, of one of its methods; absent: of the one that it stands for. */
export async function nameAtProvider(
  { worker }: FaultStage,
  creation: Creation,
  by?: string,
): Promise<string | undefined> {
  const charges = worker
    .database('charge')
    .collection<{ _id: string; method: string; paymentOptions: readonly OptionName[] }>('charges');
  const charge = await charges.findOne({ _id: chargeId(creation) });
  return charge?.paymentOptions.find(({ method }) => method === (by ?? charge.method))?.txid;
}
