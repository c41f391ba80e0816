import test from 'ava';
import { balanceRules } from './contract/balance.ts';
import type { ContractBank } from './contract/bank.ts';
import { callbackRules } from './contract/callbacks.ts';
import { createRules } from './contract/create.ts';
import { devolutionRules } from './contract/devolutions.ts';
import { infractionRules } from './contract/infractions.ts';
import { limitRules } from './contract/limits.ts';
import { lostAnswerRules } from './contract/lost-answers.ts';
import { payerRules } from './contract/payer.ts';
import { pixOutDestinationRules } from './contract/pix-out-destinations.ts';
import { pixOutRules } from './contract/pix-outs.ts';
import { readBackRules } from './contract/read-back.ts';
import { receiptRules } from './contract/receipts.ts';
import { type Rule, TERMS } from './contract/rule.ts';
import { settlementRules } from './contract/settlements.ts';
import { tokenRules } from './contract/tokens.ts';

/**
 * The rules every adapter keeps (README, the outcome table), tried against a bank that it reaches as in
 * production.
 */
export function adapterContract(bank: ContractBank): void {
  const rule: Rule = (title, wish, run) =>
    test.serial(title, async (t) => {
      const it = await bank.start(wish);
      t.teardown(() => it.provider.close());
      await run(t, { ...it, txid: bank.newTxid(), body: it.provider.chargeRequest(TERMS) });
    });
  for (const rules of [
    createRules,
    lostAnswerRules,
    readBackRules,
    receiptRules,
    balanceRules,
    settlementRules,
    devolutionRules,
    pixOutRules,
    pixOutDestinationRules,
    infractionRules,
    payerRules,
    callbackRules,
    tokenRules,
    limitRules,
  ]) {
    rules(rule);
  }
}
