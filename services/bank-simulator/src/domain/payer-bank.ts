import type { BrCodeFault, Cents } from '@gx/core';
import { type Cob, expiresAt } from './cob.ts';
import { readValor } from './money.ts';

type RejectionSpec = { readonly code: string; readonly message: string };

/**
 * Why a payer's bank refuses, with the SPI code nearest to it (pix.md 1.5). The code is what a bank would
 * report; several rules share one, so `reason` tells them apart.
 */
// biome-ignore format: one row per reason, read as a table
export const REJECTIONS = {
  malformed_br_code: { code: 'ED05', message: 'The BR Code cannot be read.' },
  bad_crc:           { code: 'ED05', message: 'The CRC of the BR Code is wrong.' },
  foreign_location:  { code: 'AG03', message: 'The location belongs to another bank, which this simulator cannot ask.' },
  unknown_location:  { code: 'BE17', message: 'The location shows no charge.' },
  unknown_charge:    { code: 'BE17', message: 'The receiving bank knows no such charge.' },
  unknown_key:       { code: 'AC03', message: 'The key of the receiver is not registered.' },
  already_paid:      { code: 'BE17', message: 'The charge has been paid.' },
  removed:           { code: 'BE17', message: 'The charge has been removed.' },
  expired:           { code: 'BE17', message: 'The charge has expired.' },
  wrong_amount:      { code: 'AM12', message: 'The amount is not the one of the charge.' },
  zero_amount:       { code: 'AM01', message: 'The amount is zero.' },
} as const satisfies Record<string, RejectionSpec> & Record<BrCodeFault, RejectionSpec>;

export type RejectionReason = keyof typeof REJECTIONS;

/** What a payer's bank answers before any money moves: the amount that will arrive, or why it refuses. */
export type Judgement =
  | { readonly accepted: true; readonly amount: Cents }
  | { readonly accepted: false; readonly reason: RejectionReason };

export type PaymentInstruction = { readonly amount?: Cents | undefined; readonly at: Date; readonly force: boolean };

const refused = (reason: RejectionReason): Judgement => ({ accepted: false, reason });

/**
 * Pays a charge like a payer's bank. `force` is money that arrives in spite of the checks (a payer's bank
 * with a fault, a payment already under way): status, expiry and amount no longer refuse it.
 */
export function judge(cob: Cob, { amount, at, force }: PaymentInstruction): Judgement {
  const cobAmount = readValor(cob.terms.valor.original);
  const paid = amount ?? cobAmount;
  if (paid === undefined || paid === 0) return refused('zero_amount');
  if (force) return { accepted: true, amount: paid };
  if (cob.status === 'CONCLUIDA') return refused('already_paid');
  if (cob.status !== 'ATIVA') return refused('removed');
  if (at > expiresAt(cob)) return refused('expired');
  if (paid !== cobAmount && cob.terms.valor.modalidadeAlteracao !== 1) return refused('wrong_amount');
  return { accepted: true, amount: paid };
}

/**
 * Pays a static code or a bare key: no charge to check, only an amount that must be there and agree with the
 * code.
 */
export function judgeKeyPayment(codeAmount: Cents | undefined, { amount, force }: PaymentInstruction): Judgement {
  const paid = amount ?? codeAmount;
  if (paid === undefined || paid === 0) return refused('zero_amount');
  if (!force && codeAmount !== undefined && paid !== codeAmount) return refused('wrong_amount');
  return { accepted: true, amount: paid };
}
