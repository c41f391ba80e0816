import type { ListPixOutsRequest, ListPixOutsResponse, OwnPixOut } from '@gx/contracts/refund';
import { notFound } from '@gx/core';
import { readSentPix, type TransferBanks } from '@gx/providers';
import type { VisibleStatus } from '../domain/transitions.ts';
import type { PixOutStore } from '../store/pix-outs.ts';

export type ListPixOutsDeps = { readonly banks: Pick<TransferBanks, 'byId'>; readonly pixOuts: PixOutStore };

const PAGE = 50;

/**
 * Each Pix that we sent through a bank, as we have it and as the bank says now. Changes nothing. Throws 404
 * and `service_unavailable`.
 */
export async function listPixOuts(
  { banks, pixOuts }: ListPixOutsDeps,
  { bankProfileId, fromMs, toMs, after }: ListPixOutsRequest,
): Promise<ListPixOutsResponse> {
  const bank = await banks.byId(bankProfileId);
  if (bank === undefined) throw notFound('bank profile');
  const page = await pixOuts.ordered(bankProfileId, { fromMs, toMs, after, limit: PAGE });
  const items: OwnPixOut[] = [];
  for (const { status, ...own } of page) {
    const atBank = await readSentPix(bank, own.bankId);
    items.push({ ...own, status: status as VisibleStatus, ...(atBank === null ? {} : { atBank }) });
  }
  const last = page.length < PAGE ? undefined : page.at(-1)?.refundId;
  return { pixOuts: items, ...(last === undefined ? {} : { next: last }) };
}
