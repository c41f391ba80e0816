import { DATABASES } from '@gx/contracts';
import { identitySpec, integer, publisherSpec, readConfig, rpcServiceSpec, setting, text } from '@gx/runtime';

/** Everything the ledger reads from its environment. */
export const SPEC = {
  ...rpcServiceSpec(50_053, DATABASES.ledger),
  ...identitySpec('ledger'),
  ...publisherSpec('ledger'),
  CHARGE_ADDRESS: setting(
    '`host:port` of charge, which is queried whether its records say what a wallet is about to be credited with',
    text(),
  ),
  REFUND_CREDIT_MAX: setting(
    'how much a wallet may be lent in all for the fees of charges that it refunds, in the smallest unit; 0: nothing',
    integer({ min: 0, max: 1_000_000_000, fallback: 10_000 }),
  ),
} as const;

export const loadConfig = () => readConfig(process.env, SPEC);
export type LedgerConfig = ReturnType<typeof loadConfig>;
