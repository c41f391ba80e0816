import type { Rig } from './rig.ts';

/** A Pix in the bank's books. */
export type BankPix = {
  readonly end_to_end_id: string;
  readonly amount: number;
  readonly devolutions: readonly { readonly id: string; readonly amount: number; readonly status: string }[];
};
export type SentPix = { readonly id: string; readonly amount: number; readonly status: string };

/** What the bank's own books say of a Pix that came in. */
export async function booksOf({ simulator, bank }: Rig, endToEndId: string): Promise<BankPix> {
  const { items } = await simulator.control<{ items: BankPix[] }>('GET', `/sim/clients/${bank.clientId}/pix`);
  const found = items.find(({ end_to_end_id }) => end_to_end_id === endToEndId);
  if (found === undefined) throw new Error('the bank has no such Pix');
  return found;
}

/** What the bank has sent out, by our id. */
export async function sentOf({ simulator, bank }: Rig, id: string): Promise<SentPix[]> {
  const path = `/sim/clients/${bank.clientId}/pix-out`;
  const { items } = await simulator.control<{ items: (SentPix & { id_envio?: string })[] }>('GET', path);
  return items.filter((item) => JSON.stringify(item).includes(id));
}

/** How often the bank was asked for something about a Pix or an id. */
export const requestsOf = ({ toBank }: Rig, method: string, part: string): number =>
  toBank.traffic.filter((line) => line.method === method && line.path.includes(part)).length;
