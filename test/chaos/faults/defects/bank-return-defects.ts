import type { HttpCall } from '@gx/testkit/faults';
import { rewritten } from './answers.ts';
import type { Defect } from './defect.ts';

type PixBody = Record<string, unknown> & { readonly devolucoes?: readonly { readonly natureza?: string }[] };

/** What the bank says of payments, without what it took back by itself. */
function withoutBankReturns(body: Record<string, unknown>): void {
  const listed = Array.isArray(body['pix']) ? (body['pix'] as PixBody[]) : [];
  for (const pix of [body as PixBody, ...listed])
    if (pix.devolucoes !== undefined)
      Object.assign(pix, { devolucoes: pix.devolucoes.filter(({ natureza = 'ORIGINAL' }) => natureza === 'ORIGINAL') });
}

const blind =
  (service: string) =>
  (call: HttpCall, answer: { status: number; body: string }): void => {
    if (call.to === 'bank' && call.service === service && /^GET .(pix|cob)$/.test(call.what) && answer.status === 200)
      rewritten(answer, withoutBankReturns);
  };

/** What can be wrong with money that a bank takes back by itself. */
export const BANK_RETURN_DEFECTS = {
  bank_return_only_logged: {
    says: 'what a bank takes back is a line in a log: charge does nothing about it',
    flows: ['bankReturn', 'bankReturnWithoutCallback', 'bankReturnOfSpent'],
    about: ['I1b', 'I7d'],
    tampering: { httpAnswer: blind('charge') },
  },
  refund_ignores_bank_returns: {
    says: 'a refund leaves whatever the bank has taken back of its payment',
    flows: ['bankReturnThenCashOut', 'bankReturnThenCashOuts'],
    about: ['I7c'],
    tampering: { httpAnswer: blind('refund') },
  },
} as const satisfies Readonly<Record<string, Defect>>;
