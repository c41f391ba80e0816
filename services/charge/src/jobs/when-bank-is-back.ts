import { type WaitingForBank, whenBack } from '@gx/providers';
import type { Logger } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';

type Deps = { readonly banks: Pick<BankDirectory, 'open'>; readonly log: Logger };

/** Makes due what waits for a bank that was silent and answers again. */
export const whenBankIsBack = ({ banks, log }: Deps, waiting: readonly WaitingForBank[]): (() => Promise<void>) =>
  whenBack({
    banks: () => banks.open().map(({ id, provider, orders }) => ({ id, provider, orders: orders?.provider ?? null })),
    waiting,
    log,
  });
