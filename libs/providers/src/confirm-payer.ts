import { setTimeout as wait } from 'node:timers/promises';
import { addMillis } from '@gx/core';
import type { BankAsk } from './bank-caller.ts';
import type { BankReaders } from './bank-readers.ts';
import { pixPages } from './pix-pages.ts';
import { type BankCall, ListUnread, type PayerAnswer, type PayerQuestion } from './provider.ts';

/** How far around its settlement a Pix is looked for: banks differ in what their lists go by. */
const WINDOW_MS = 3_600_000;
/** How often a list that does not show the Pix yet is read again. */
const LIST_AGAIN_MS = 1_000;
/** For a question that names no deadline: two looks, the wait between them, and a slow bank. */
export const QUESTION_DEADLINE_MS = 15_000;
/** How long a first miss has to stand before a second one confirms it (pix.md, section 3). */
export const CONFIRM_MISS_AFTER_MS = 3_000;

export type ConfirmPayerSetting = {
  readonly pageSize: number;
  readonly readers: BankReaders;
  readonly missAfterMs: number;
  readonly call: BankCall & { readonly deadlineMs: number };
  /** Aborted when the provider closes: nobody waits on after that. */
  readonly closing: AbortSignal;
};
/**
 * What the filtered list says: the Pix is there under an echoed filter, is not there, or nothing that counts.
 */
type Look = 'hit' | 'miss' | 'void';

/**
 * Whether a Pix came from this payer. The list without the filter has to show the Pix before each look
 * through the filter, so that a miss is the filter's and not a lagging list's; a single miss proves nothing.
 * All that is neither is `unavailable`.
 */
export async function confirmPayer(
  bank: BankAsk,
  question: PayerQuestion,
  { pageSize, missAfterMs, call, closing, readers }: ConfirmPayerSetting,
): Promise<PayerAnswer> {
  const endsAt = performance.now() + call.deadlineMs;
  const pause = async (ms: number): Promise<boolean> => {
    if (performance.now() + ms >= endsAt) return false;
    await wait(ms, undefined, { signal: closing }).catch(() => undefined);
    return !closing.aborted;
  };
  const list = (filtered: boolean): Promise<Look> =>
    look(bank, question, { pageSize, readers, call, endsAt, filtered });

  const listed = async (): Promise<boolean> => {
    for (;;) {
      const seen = await list(false);
      if (seen !== 'miss') return seen === 'hit';
      if (!(await pause(Math.min(LIST_AGAIN_MS, missAfterMs)))) return false;
    }
  };

  for (const isLast of [false, true]) {
    if (!(await listed())) return 'unavailable';
    const seen = await list(true);
    if (seen === 'hit') return 'match';
    if (seen === 'void') return 'unavailable';
    if (isLast) return 'mismatch';
    if (!(await pause(missAfterMs))) return 'unavailable';
  }
  return 'unavailable';
}

type ListOptions = Pick<ConfirmPayerSetting, 'pageSize' | 'readers' | 'call'> & {
  readonly endsAt: number;
  readonly filtered: boolean;
};

/**
 * Reads every page of one list. An answer that cannot be had, or that is not known to be filtered by this
 * payer, is void.
 */
async function look(
  bank: BankAsk,
  question: PayerQuestion,
  { pageSize, readers, call, endsAt, filtered }: ListOptions,
): Promise<Look> {
  const { txid, endToEndId, taxId, paidAt } = question;
  const query = {
    operation: filtered ? 'confirmPayer' : 'findPix',
    from: addMillis(paidAt, -WINDOW_MS),
    to: addMillis(paidAt, WINDOW_MS),
    pageSize,
    filters: filtered ? { txid, [taxId.kind]: taxId.value } : { txid },
  };
  const none = { cpf: null, cnpj: null };
  const wanted = filtered ? { ...none, [taxId.kind]: taxId.value } : none;
  let seen: Look = 'miss';
  let isEchoed = !filtered;
  let unclear = false;
  try {
    const ask: BankAsk = (operation) => bank(operation, { ...call, deadlineMs: endsAt - performance.now() });
    for await (const { elements, echo } of pixPages({ ask, readers }, query)) {
      isEchoed = true;
      if (echo.cpf !== wanted.cpf || echo.cnpj !== wanted.cnpj) return 'void';
      for (const element of elements) {
        unclear ||= element.kind === 'unreadable';
        if (element.kind !== 'payment' || element.payment.endToEndId !== endToEndId) continue;
        const { payer } = element.payment;
        if (filtered && payer !== null && payer.value !== taxId.value) return 'void';
        seen = 'hit';
      }
    }
  } catch (error) {
    if (!(error instanceof ListUnread)) throw error;
    return 'void';
  }
  // Behind an element that cannot be read the Pix may hide, and a list of no page names no filter.
  return seen === 'miss' && ((filtered && unclear) || !isEchoed) ? 'void' : seen;
}
