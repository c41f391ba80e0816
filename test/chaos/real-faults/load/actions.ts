import type { PublicStatus } from '@gx/contracts';
import { cancel, isApproved, isRejected, payLocked } from './payer-lock.ts';
import { paysOut, plansAndCancels } from './payouts.ts';
import { isTakenBack, refundFully, refundInParts } from './refunds.ts';
import { becomes, type CreatedCharge, comeBack, create, type ExpectedEnd, pay, type Scene } from './scene.ts';

/** One thing that merchants and payers do, from the first request to the end that they wait for. */
export type Action = (scene: Scene) => Promise<ExpectedEnd>;
type Row = { readonly weight: number; readonly slow?: true; readonly action: Action };

/**
 * Everything that the load does, how often, and what takes a minute and more: the shortest expiry, a patient
 * question.
 */
// biome-ignore format: one row per deed, read as a table
export const ACTIONS: Readonly<Record<string, Row>> = {
  'pays':                              { weight: 6, action: async (s) => ending(s, await payRight(s), 'paid') },
  'pays, nobody notices':                { weight: 1, action: async (s) => ending(s, await payRight(s, { notify: 'never' }), 'paid') },
  'pays, noticed five times':          { weight: 1, action: async (s) => ending(s, await payRight(s, { times: 5 }), 'paid') },
  'pays too much':                     { weight: 1, action: (s) => payWrong(s, ({ amount }) => ({ amount: amount + 1 })) },
  'pays too little':                   { weight: 1, action: (s) => payWrong(s, ({ amount }) => ({ amount: amount - 1 })) },
  'pays too late':                     { weight: 1, action: paysLate },
  'pays twice':                        { weight: 2, action: paysTwice },
  'pays nobody':                       { weight: 1, action: paysNobody },
  'cancels':                           { weight: 2, action: cancels },
  'cancels against pay':               { weight: 2, action: cancelsAgainstPay },
  'is refunded':                       { weight: 3, action: async (s) => refundedWholly(s, await payRight(s)) },
  'is refunded in parts':              { weight: 2, action: async (s) => refundedInParts(s, await payRight(s)) },
  'the bank takes it back':            { weight: 1, action: (s) => takenBack(s, ({ amount }) => amount, 'refunded') },
  'the bank takes a part back':        { weight: 1, action: (s) => takenBack(s, () => 1, 'paid') },
  'pays a supplier':                   { weight: 3, action: (s) => paysOut(s, 'supplier', 'paid') },
  'pays a closed account':             { weight: 1, action: (s) => paysOut(s, 'fail-ac04', 'failed') },
  'pays a supplier, who sends it back': { weight: 1, action: (s) => paysOut(s, 'returned', 'failed') },
  'plans a payout, and cancels it':    { weight: 1, action: plansAndCancels },
  'the owner pays, and is named':      { weight: 1, action: async (s) => locked(s, await payLocked(s, 'owner', 'notification'), 'paid') },
  'a stranger pays, and is named':     { weight: 1, action: async (s) => locked(s, await payLocked(s, 'stranger', 'notification'), 'refunded') },
  'nobody knows who pays: cancelled':  { weight: 1, action: async (s) => cancelsHeld(s, await payLocked(s, 'owner', 'never')) },
  'nobody knows who pays: approved':   { weight: 1, action: async (s) => locked(s, await isApproved(s, await payLocked(s, 'owner', 'never')), 'paid') },
  'nobody knows who pays: rejected':   { weight: 1, action: async (s) => locked(s, await isRejected(s, await payLocked(s, 'owner', 'never')), 'refunded') },
  'the owner pays, the bank is queried': { weight: 2, slow: true, action: async (s) => locked(s, await payLocked(s, 'owner', 'query'), 'paid') },
  'a stranger pays, the bank is queried':{ weight: 1, slow: true, action: async (s) => locked(s, await payLocked(s, 'stranger', 'query'), 'refunded') },
  'expires':                           { weight: 3, slow: true, action: expires },
  'expires against pay':               { weight: 2, slow: true, action: expiresAgainstPay },
};

const SHORTEST = { expires_in: 60 } as const;
const shifted = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();

const ending = ({ merchant }: Scene, { id }: CreatedCharge, ...expects: PublicStatus[]): ExpectedEnd => ({
  merchant,
  path: `/v1/charges/${id}`,
  expects,
});

async function payRight(scene: Scene, order: object = {}): Promise<CreatedCharge> {
  const charge = await create(scene);
  await pay(scene, charge, order);
  await becomes(scene, charge, ['paid'], 'settle');
  return charge;
}

/** Money that must not be kept arrives on an open charge: it goes back, and the charge stays open. */
async function payWrong(scene: Scene, orderOf: (charge: CreatedCharge) => object): Promise<ExpectedEnd> {
  const charge = await create(scene);
  await pay(scene, charge, { force: true, ...orderOf(charge) });
  await comeBack(scene, charge.pix.txid);
  return ending(scene, charge, 'pending');
}

/**
 * The bank's time decides, whenever it is told. The merchant ends the charge: otherwise it would expire while
 * the books are read.
 */
async function paysLate(scene: Scene): Promise<ExpectedEnd> {
  const charge = await create(scene, SHORTEST);
  await pay(scene, charge, { force: true, paid_at: shifted(charge.pix.expires_at, 1_000) });
  await comeBack(scene, charge.pix.txid);
  await becomes(scene, charge, ['pending', 'expired']);
  await cancel(scene, charge);
  return ending(scene, charge, await becomes(scene, charge, ['cancelled', 'expired']));
}

async function paysTwice(scene: Scene): Promise<ExpectedEnd> {
  const charge = await create(scene);
  const paid = await Promise.all([pay(scene, charge, { force: true }), pay(scene, charge, { force: true })]);
  await becomes(scene, charge, ['paid'], 'settle');
  // Where both answers were lost, two payers at once may have found the same Pix, and there is one.
  await comeBack(scene, charge.pix.txid, new Set(paid).size - 1);
  return ending(scene, charge, 'paid');
}

/** Money under a txid that nobody made; the merchant's own charge is open beside it. */
async function paysNobody(scene: Scene): Promise<ExpectedEnd> {
  const charge = await create(scene);
  const txid = `unmatched${charge.pix.txid.slice(0, 20)}`;
  await scene.bank.pay({ txid, pix_key: scene.pixKey, amount: charge.amount, force: true });
  await comeBack(scene, txid);
  return ending(scene, charge, 'pending');
}

async function locked(scene: Scene, charge: CreatedCharge, status: PublicStatus): Promise<ExpectedEnd> {
  await becomes(scene, charge, [status], status === 'paid' ? 'settle' : undefined);
  if (status === 'refunded') await comeBack(scene, charge.pix.txid);
  return ending(scene, charge, status);
}

async function cancelsHeld(scene: Scene, charge: CreatedCharge): Promise<ExpectedEnd> {
  await becomes(scene, charge, ['processing']);
  await cancel(scene, charge);
  await comeBack(scene, charge.pix.txid);
  return ending(scene, charge, 'cancelled');
}

async function cancels(scene: Scene): Promise<ExpectedEnd> {
  const charge = await create(scene);
  // A cancel whose answer was lost is refused when it is asked again: the charge is cancelled already.
  await cancel(scene, charge);
  await becomes(scene, charge, ['cancelled']);
  return ending(scene, charge, 'cancelled');
}

/** One winner: paid and in the wallet, or cancelled and every centavo back. */
async function cancelsAgainstPay(scene: Scene): Promise<ExpectedEnd> {
  const charge = await create(scene);
  const order = { force: scene.random.chance(0.5) };
  const [endToEndId, status] = await Promise.all([pay(scene, charge, order), cancel(scene, charge)]);
  const won = await becomes(scene, charge, ['paid', 'cancelled']);
  if (status === 200 && won !== 'cancelled')
    scene.history.problem(`${charge.id}: the cancel was promised, and it is ${won}`);
  if (won === 'cancelled' && endToEndId !== null) await comeBack(scene, charge.pix.txid);
  return ending(scene, charge, won);
}

async function expires(scene: Scene): Promise<ExpectedEnd> {
  const charge = await create(scene, SHORTEST);
  await becomes(scene, charge, ['expired']);
  scene.history.note('close', Date.parse(charge.pix.expires_at) - performance.timeOrigin);
  return ending(scene, charge, 'expired');
}

/**
 * The money settles a moment before the end, or a moment after it; the bank tells late. The bank's time
 * decides.
 */
async function expiresAgainstPay(scene: Scene): Promise<ExpectedEnd> {
  const charge = await create(scene, SHORTEST);
  const inTime = scene.random.chance(0.5);
  const paidAt = shifted(charge.pix.expires_at, inTime ? -1 : 1);
  const notify = scene.random.pick([50_000, 59_500, 62_000]);
  await pay(scene, charge, { force: true, paid_at: paidAt, notify });
  const won = await becomes(scene, charge, [inTime ? 'paid' : 'expired']);
  if (!inTime) await comeBack(scene, charge.pix.txid);
  return ending(scene, charge, won);
}

/** What the bank takes back stands among the refunds of the charge, as final as it is at the bank. */
async function takenBack(
  scene: Scene,
  amountOf: (charge: CreatedCharge) => number,
  expected: 'paid' | 'refunded',
): Promise<ExpectedEnd> {
  const charge = await create(scene);
  const endToEndId = await pay(scene, charge);
  if (endToEndId === null) throw new Error(`${charge.id}: the payer's bank would not`);
  await becomes(scene, charge, ['paid'], 'settle');
  await scene.bank.playBankReturn(endToEndId, amountOf(charge));
  await isTakenBack(scene, charge);
  return ending(scene, charge, expected);
}

async function refundedWholly(scene: Scene, charge: CreatedCharge): Promise<ExpectedEnd> {
  return ending(scene, charge, (await refundFully(scene, charge)) === 'REFUNDED' ? 'refunded' : 'paid');
}

async function refundedInParts(scene: Scene, charge: CreatedCharge): Promise<ExpectedEnd> {
  return ending(scene, charge, (await refundInParts(scene, charge)) === charge.amount ? 'refunded' : 'paid');
}
