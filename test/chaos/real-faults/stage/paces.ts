/**
 * How patient everybody is: as in production, or so that a test of seconds sees leases end and work change
 * hands.
 */
export type Pace = {
  readonly env: Readonly<
    Record<'charge' | 'refund' | 'payout' | 'webhooks' | 'bank-simulator', Readonly<Record<string, string>>>
  >;
  /** Longer than a session at the broker, a ledger replica on the roll, and every lease on work. */
  readonly freezeMs: number;
  /** How long the set misses a dead primary before it votes. */
  readonly electionTimeoutMs: number;
};
export type PaceName = 'brisk' | 'real';

/** Deliveries that fail come again within the run; nobody here waits for hours. */
const WEBHOOKS = { WEBHOOK_RETRY_TIME_SCALE: '0.02' } as const;

export const PACES: Readonly<Record<PaceName, Pace>> = {
  brisk: {
    env: {
      charge: {
        BANK_CALL_MS: '2500',
        CREATE_MS: '5000',
        CREATE_LEASE_MS: '5500',
        CREATE_WAIT_MS: '6000',
        REDELIVER_AFTER_SECONDS: '3',
        RECONCILE_EVERY_SECONDS: '3',
      },
      refund: {
        BANK_CALL_MS: '2500',
        BANK_MS: '5000',
        PEER_CALL_MS: '1800',
        WORK_LEASE_MS: '7500',
        CREATE_LEASE_MS: '5500',
        CREATE_WAIT_MS: '6000',
        // A bank that a starved machine kept silent five times is still asked again within the run.
        POLL_TIME_SCALE: '0.05',
      },
      payout: {
        BANK_CALL_MS: '2500',
        BANK_MS: '5000',
        PEER_CALL_MS: '1800',
        WORK_LEASE_MS: '7500',
        CREATE_LEASE_MS: '5500',
        CREATE_WAIT_MS: '6000',
        REDELIVER_AFTER_SECONDS: '3',
        POLL_TIME_SCALE: '0.05',
      },
      webhooks: { ...WEBHOOKS, WEBHOOK_TIMEOUT_MS: '2000' },
      'bank-simulator': { SIM_CALLBACK_RETRY_SCALE: '0.1', SIM_CALLBACK_TIMEOUT_MS: '3000' },
    },
    freezeMs: 8_000,
    electionTimeoutMs: 2_000,
  },
  real: {
    env: {
      // As in production but for the bank's and the merchants' own retries and what would only prolong the
      // wait for the end.
      charge: { RECONCILE_EVERY_SECONDS: '10', REDELIVER_AFTER_SECONDS: '15' },
      refund: {},
      payout: {},
      webhooks: WEBHOOKS,
      'bank-simulator': {},
    },
    freezeMs: 65_000,
    electionTimeoutMs: 10_000,
  },
};
