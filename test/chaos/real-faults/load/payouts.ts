import { randomBytes } from 'node:crypto';
import type { PublicPayout } from '@gx/contracts';
import { type ExpectedEnd, looking, type PayoutAsk, type Scene } from './scene.ts';
import { newKey } from './shop.ts';

/** Merchants who pay suppliers out of what they have, and banks that refuse or return it. */

type PayoutEnd = Extract<PublicPayout['status'], 'paid' | 'failed' | 'cancelled'>;

const AMOUNTS = [100, 1_000, 1_050, 2_590] as const;
const DAY_MS = 86_400_000;

/** A key that nobody was paid to before: the simulated bank acts by its local part. */
const newPixKey = (word: string): string => `${word}@${randomBytes(6).toString('hex')}.example.com`;

/** To a supplier; `word` orders something of the simulated bank. */
export async function paysOut(scene: Scene, word: string, ...expects: readonly PayoutEnd[]): Promise<ExpectedEnd> {
  const payout = await order(scene, word);
  const beganAt = performance.now();
  await ends(scene, payout, expects);
  scene.history.note('payout', beganAt);
  return ending(scene, payout, expects);
}

/** Planned for tomorrow, and given up at once or twice at once: one of two is refused. */
export async function plansAndCancels(scene: Scene): Promise<ExpectedEnd> {
  const { merchant, random } = scene;
  const payout = await order(scene, 'later', { scheduled_for: new Date(Date.now() + DAY_MS).toISOString() });
  const cancel = () => merchant.shop.post(`/v1/payouts/${payout.id}/cancel`);
  // One whose answer was lost is refused when it is asked again: the payout is cancelled already.
  await Promise.all(Array.from({ length: random.chance(0.3) ? 2 : 1 }, cancel));
  await ends(scene, payout, ['cancelled']);
  return ending(scene, payout, ['cancelled']);
}

/** Orders a payout under one key until there is an answer; now and then once more, for the same answer. */
async function order({ merchant, history, random }: Scene, word: string, more: object = {}): Promise<PublicPayout> {
  const ask: PayoutAsk = { key: newKey(), amount: random.pick(AMOUNTS), pixKey: newPixKey(word), answers: [] };
  merchant.payouts.push(ask);
  const body = { amount: ask.amount, destination: { pix_key: ask.pixKey }, ...more };
  const post = () => merchant.shop.post('/v1/payouts', body, ask.key);
  const { status, body: made } = await post();
  if (status !== 201) throw new Error(`a payout was answered ${status} ${JSON.stringify(made)}`);
  ask.answers.push(made as PublicPayout);
  if (random.chance(0.3)) {
    const again = await post();
    ask.answers.push(again.body as PublicPayout);
    if (again.status !== 201 || !again.replayed || JSON.stringify(again.body) !== JSON.stringify(made))
      history.problem(`one payout key, two answers: ${JSON.stringify(made)} and ${JSON.stringify(again.body)}`);
  }
  return made as PublicPayout;
}

const ending = ({ merchant }: Scene, { id }: PublicPayout, expects: readonly PayoutEnd[]): ExpectedEnd => ({
  merchant,
  path: `/v1/payouts/${id}`,
  expects,
});

const ends = ({ merchant }: Scene, { id }: PublicPayout, statuses: readonly PayoutEnd[]): Promise<PayoutEnd> =>
  looking(`${id} is ${statuses.join(' or ')}`, async () => {
    const { body } = await merchant.shop.get(`/v1/payouts/${id}`);
    return statuses.find((wanted) => wanted === body['status']);
  });
