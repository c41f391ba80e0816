import type { Cents } from '@gx/core';
import { z } from 'zod';
import { CENTAVOS } from './simulated-provider-state.ts';

/**
 * What a bank is to take back of a Pix by itself; without an amount all that is left. An id that there is
 * moves that devolution.
 */
export type BankReturnOrder = {
  readonly amount?: Cents;
  readonly nature: BankReturnNature;
  readonly status: ProviderReturnStatus;
  readonly id?: string;
  readonly notify: 'now' | 'never';
};
export const BANK_RETURN_NATURES = ['MED_FRAUDE', 'MED_OPERACIONAL', 'MED_PIX_AUTOMATICO', 'RETIRADA'] as const;
export type BankReturnNature = (typeof BANK_RETURN_NATURES)[number];
export const BANK_RETURN_STATUSES = ['DEVOLVIDO', 'EM_PROCESSAMENTO', 'NAO_REALIZADO'] as const;
export type ProviderReturnStatus = (typeof BANK_RETURN_STATUSES)[number];

/** `POST /sim/pix/{e2eid}/bank-returns`, and what the acquirer answers to the same. */
export const PLAYED_BANK_RETURN = z.object({ id: z.string(), amount: CENTAVOS, status: z.string() });
export type PlayedBankReturn = z.infer<typeof PLAYED_BANK_RETURN>;
/** The acquirer's words for the same. */
export const REFUND_STATUS: Readonly<Record<ProviderReturnStatus, string>> = {
  DEVOLVIDO: 'done',
  EM_PROCESSAMENTO: 'processing',
  NAO_REALIZADO: 'failed',
};
