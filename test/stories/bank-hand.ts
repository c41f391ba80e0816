import { request } from 'undici';
import type { Stack } from './stack.ts';

type BankPixOut = {
  readonly id_envio: string;
  readonly amount: number;
  readonly destination_key: string;
  readonly status: string;
};
type BankPix = {
  readonly end_to_end_id: string;
  readonly txid: string | null;
  readonly amount: number;
  readonly devolutions: readonly { readonly amount: number; readonly status: string }[];
};
/** The hand that tells the simulated bank what to do, and looks into books that no merchant sees. */
export type BankHand = ReturnType<typeof bankHand>;

export function bankHand({ simulator, bankClient }: Pick<Stack, 'simulator' | 'bankClient'>) {
  const ask = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Record<string, unknown>> => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    const answer = await request(`${simulator}${path}`, { method, headers, ...json });
    const read = (await answer.body.json()) as Record<string, unknown>;
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${JSON.stringify(read)}`);
    return read;
  };
  const items = async (what: string): Promise<unknown[]> =>
    (await ask('GET', `/sim/clients/${bankClient.clientId}/${what}`))['items'] as unknown[];
  return {
    /** Orders the bank to misbehave; `txid` of a charge narrows it to that one. */
    scenario: (scenario: object) => ask('POST', '/sim/scenarios', { clientId: bankClient.clientId, ...scenario }),
    /** Takes such an order back. */
    behave: (scenario: unknown) => ask('DELETE', `/sim/scenarios/${(scenario as { id: string }).id}`),
    /** Tells a devolution that is under way how it ends. */
    endDevolution: (endToEndId: string, id: string, status: 'DEVOLVIDO' | 'NAO_REALIZADO') =>
      ask('POST', `/sim/devolutions/${endToEndId}/${id}`, { status }),
    /** The same of a sent Pix. */
    endPixOut: (id: string, status: 'REALIZADO' | 'NAO_REALIZADO') => ask('POST', `/sim/pix-out/${id}`, { status }),
    /** Sends a part of a sent Pix back to the product. */
    sendBack: (id: string, back: { readonly id: string; readonly amount: number }) =>
      ask('POST', `/sim/pix-out/${id}/returns`, back),
    /** Pays to the product's key under a txid that it never gave away. */
    payStranger: (txid: string, amount: number) =>
      ask('POST', '/sim/pay', { pix_key: bankClient.pixKey, txid, amount, force: true }),
    /** The bank takes a charge off. */
    remove: (txid: string) => ask('POST', `/sim/charges/${txid}/remove`),
    sent: async () => (await items('pix-out')) as BankPixOut[],
    arrived: async () => (await items('pix')) as BankPix[],
  };
}
