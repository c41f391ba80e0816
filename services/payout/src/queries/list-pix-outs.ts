import type { ListPixOutsRequest, ListPixOutsResponse, OwnPixOut } from '@gx/contracts/payout';
import { notFound, Refusal } from '@gx/core';
import { readSentPix, type TransferBanks } from '@gx/providers';
import type { PixOutStore } from '../store/pix-outs.ts';

export type ListPixOutsDeps = { readonly banks: Pick<TransferBanks, 'byId'>; readonly pixOuts: PixOutStore };

const PAGE = 50;

/**
 * Each payout that was let go to a bank in a window, as we have it and as the bank says now. Changes nothing.
 * Throws 404 and `service_unavailable`.
 */
export async function listPixOuts(
  { banks, pixOuts }: ListPixOutsDeps,
  { bankProfileId, fromMs, toMs, after }: ListPixOutsRequest,
): Promise<ListPixOutsResponse> {
  const bank = await banks.byId(bankProfileId);
  if (bank === undefined) throw notFound('bank profile');
  const window = { from: new Date(fromMs), to: new Date(toMs), after: positionOf(after), limit: PAGE };
  const page = await pixOuts.released(bankProfileId, window);
  const items: OwnPixOut[] = [];
  for (const { releasedAt: _releasedAt, ...own } of page) {
    const atBank = await readSentPix(bank, own.bankId);
    items.push({
      ...own,
      ...(atBank === null ? {} : { bankStatus: atBank.status }),
      ...(atBank?.amount === undefined ? {} : { bankAmount: atBank.amount }),
    });
  }
  const last = page.length < PAGE ? undefined : page.at(-1);
  return { pixOuts: items, ...(last === undefined ? {} : { next: `${last.releasedAt.getTime()}:${last.payoutId}` }) };
}

function positionOf(after: string | undefined) {
  if (after === undefined) return undefined;
  const [, ms, payoutId] = /^(\d{1,15}):([0-9a-f-]{36})$/.exec(after) ?? [];
  if (ms === undefined || payoutId === undefined)
    throw new Refusal('invalid_request', 'after is no position of this list.', { param: 'after' });
  return { releasedAt: new Date(Number(ms)), payoutId };
}
