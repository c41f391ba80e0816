// Written by `npm run generate` from protos/gx/ledger/v1/ledger.proto.
import type { RpcMethod } from '../../../../src/messages.ts';
import type { Tenant } from '../../common/v1/common.ts';

/** Wallets and the journal behind them. */
export type LedgerServiceDefinition = {
  readonly ListWallets: RpcMethod<ListWalletsRequest, ListWalletsResponse>;
  /**
   * Reserves money of a wallet: available to retained. Repeated, it answers what stands, whatever became of
   * it since. FAILED_PRECONDITION `insufficient_balance` when the wallet is short, and nothing is kept: the
   * reference stays free.
   */
  readonly PlaceHold: RpcMethod<PlaceHoldRequest, Hold>;
  /** Spends a hold: retained to the bank. FAILED_PRECONDITION `hold_voided` and an alarm when it was voided. */
  readonly CommitHold: RpcMethod<EndHoldRequest, Hold>;
  /**
   * Gives a hold back: retained to available. An unknown reference is voided too: a later PlaceHold of it
   * answers VOIDED. FAILED_PRECONDITION `hold_committed` and an alarm when it was committed.
   */
  readonly VoidHold: RpcMethod<EndHoldRequest, Hold>;
  /**
   * Credits what a bank returned of a Pix-out that had arrived, once per (hold reference,
   * return id). ALREADY_EXISTS `return_says_otherwise` and an alarm where it stands with another
   * amount or wallet; FAILED_PRECONDITION `hold_not_committed` or `returns_exceed_hold` and an alarm for what
   * was not sent.
   */
  readonly PostPayoutReturn: RpcMethod<PostPayoutReturnRequest, PostPayoutReturnResponse>;
  /**
   * What happened in the wallets of a tenant, newest first, a page at a time, read from the journal.
   * INVALID_ARGUMENT `invalid_cursor` for a cursor that is no line of these wallets.
   */
  readonly ListTransactions: RpcMethod<ListTransactionsRequest, ListTransactionsResponse>;
  /**
   * What happened in one wallet from one moment to another, oldest first, a page at a time. Once `to` is
   * past, nothing comes into the period any more: the same question has the same answer for ever.
   */
  readonly ReadStatement: RpcMethod<ReadStatementRequest, ReadStatementResponse>;
  /**
   * Recomputes every wallet from its journal, walks every hash chain, holds holds, tranches and suspense
   * against entries.
   */
  readonly VerifyLedger: RpcMethod<VerifyLedgerRequest, VerifyLedgerResponse>;
  /** Money that came from a bank, by the time of its entry, or by charge. */
  readonly ListCredits: RpcMethod<ListCreditsRequest, ListCreditsResponse>;
  /** What the journal has of these holds. */
  readonly ListPostedHolds: RpcMethod<ListPostedHoldsRequest, ListPostedHoldsResponse>;
  /**
   * Which of these entries stand in the wallets of a tenant, or in the platform's chain of its environment.
   * Asked by who tells of money by events that nobody answers: what does not stand was perhaps never heard.
   */
  readonly ListPostedEntries: RpcMethod<ListPostedEntriesRequest, ListPostedEntriesResponse>;
};

export type Wallet = {
  readonly currency: string;
  readonly available: number;
  readonly pending: number;
  readonly retained: number;
  readonly nextReleaseAtMs?: number;
  readonly nextReleaseAmount?: number;
};

export type ListWalletsRequest = {
  readonly tenant: Tenant | null;
};

export type ListWalletsResponse = {
  /** One per currency, the primary one first. Empty for an account that was never credited. */
  readonly wallets: readonly Wallet[];
};

export type PlaceHoldRequest_FeePayer = 'FEE_PAYER_UNSPECIFIED' | 'MERCHANT' | 'PLATFORM';

export type PlaceHoldRequest = {
  readonly tenant: Tenant | null;
  /** Unique for ever; `refund:<refund id>` or `payout:<payout id>`. */
  readonly reference: string;
  readonly currency: string;
  readonly amount: number;
  /** What the bank takes for paying it out; 0 for a devolution. */
  readonly fee: number;
  readonly feePayer: PlaceHoldRequest_FeePayer;
  /** Of the charge that is refunded, for the journal. */
  readonly chargeId: string;
  /** From which the money leaves. */
  readonly bankProfileId: string;
  /**
   * How much of a shortfall may be lent, over all holds of the charge: its fees, which are not given back
   * (decisions A24). 0: nothing.
   */
  readonly creditMax: number;
  /**
   * Of a payout: what the bank takes of `fee`; the rest is the platform's, and what the bank takes beyond it
   * is the platform's cost. Absent: the bank takes `fee`.
   */
  readonly providerFee?: number;
};

export type EndHoldRequest = {
  readonly tenant: Tenant | null;
  readonly reference: string;
  readonly currency: string;
};

export type Hold_State = 'STATE_UNSPECIFIED' | 'HELD' | 'COMMITTED' | 'VOIDED';

export type Hold = {
  readonly reference: string;
  readonly state: Hold_State;
  /**
   * What left available: the amount and the fee that the merchant pays. 0 for a reference voided before it
   * was placed.
   */
  readonly held: number;
};

export type PostPayoutReturnRequest = {
  readonly tenant: Tenant | null;
  /** What had been sent: `payout:<payout id>` or `refund:<refund id>`. */
  readonly holdReference: string;
  /** The bank's id of the return, unique for the Pix-out. */
  readonly returnId: string;
  readonly currency: string;
  readonly amount: number;
  readonly bankProfileId: string;
  /** Of a refund: the charge. */
  readonly chargeId?: string;
};

export type PostPayoutReturnResponse = Record<never, never>;

export type WalletTransaction_Type = 'TYPE_UNSPECIFIED' | 'CHARGE' | 'REFUND' | 'REFUND_FEE' | 'PAYOUT' | 'PAYOUT_FEE' | 'PAYOUT_RETURNED' | 'HOLD' | 'RELEASE' | 'SETTLEMENT' | 'DISPUTE_OPENED' | 'DISPUTE_WON' | 'DISPUTE_LOST' | 'BANK_RETURN' | 'RECEIVABLE_LENT' | 'RECEIVABLE_REPAID' | 'ADJUSTMENT';

/** One line of the list of a wallet. Amounts in the smallest unit, signed. */
export type WalletTransaction = {
  /** Names the line for ever, for its own tenant alone; hexadecimal digits, without a prefix. */
  readonly id: string;
  readonly type: WalletTransaction_Type;
  /** Gross; of a move inside the wallet: what was moved. */
  readonly amount: number;
  readonly fee: number;
  /** What it changed of available, pending and retained together. */
  readonly net: number;
  readonly currency: string;
  readonly balanceAfter: WalletBalance | null;
  /** Absent of what comes from nothing that has an id. */
  readonly source: TransactionSource | null;
  /** Never before that of the line before it. */
  readonly createdAtMs: number;
  /** When a pending credit is released; else when it was created. */
  readonly availableAtMs: number;
};

export type WalletBalance = {
  readonly available: number;
  readonly pending: number;
  readonly retained: number;
};

export type TransactionSource_Type = 'TYPE_UNSPECIFIED' | 'CHARGE' | 'REFUND' | 'PAYOUT' | 'DISPUTE' | 'RETURN';

export type TransactionSource = {
  readonly type: TransactionSource_Type;
  /** Raw UUIDv7; of a return that of its row among the refunds. */
  readonly id: string;
};

export type ListTransactionsRequest = {
  readonly tenant: Tenant | null;
  /** 1 to 100. */
  readonly limit: number;
  /** The id of a line. */
  readonly startingAfter?: string;
  /** Absent: of all. */
  readonly currency?: string;
  /** TYPE_UNSPECIFIED: any. */
  readonly type: WalletTransaction_Type;
  /** Both inclusive. */
  readonly createdAfterMs?: number;
  readonly createdBeforeMs?: number;
  /** From any of them; none: from whatever it is. */
  readonly sources: readonly TransactionSource[];
};

export type ListTransactionsResponse = {
  readonly transactions: readonly WalletTransaction[];
  readonly hasMore: boolean;
};

export type ReadStatementRequest = {
  readonly tenant: Tenant | null;
  readonly currency: string;
  /** From and with, to and without. */
  readonly fromMs: number;
  readonly toMs: number;
  /** `next` of the answer before this one. */
  readonly after?: string;
};

export type ReadStatementResponse = {
  /**
   * Available, pending and retained together, before the first line of the period and after its last: the
   * same in each answer.
   */
  readonly openingBalance: number;
  readonly closingBalance: number;
  /** Of at most 500 entries. */
  readonly transactions: readonly WalletTransaction[];
  /** Absent: that was all. */
  readonly next?: string;
};

export type VerifyLedgerRequest = {
  /**
   * How long a Pix may have left suspense before the entry that brought it there: they come by two topics.
   * Absent: 300. 0 when nothing is on its way any more.
   */
  readonly suspenseGraceSeconds?: number;
};

export type VerifyLedgerResponse = {
  readonly wallets: number;
  readonly entries: number;
  /** At most 100; `problem_count` counts all. */
  readonly problems: readonly LedgerProblem[];
  readonly problemCount: number;
  /**
   * Every address that a posting names, ordered by livemode, currency and address; each livemode and currency
   * sums to 0. Exact when nothing is being posted.
   */
  readonly addresses: readonly AddressBalance[];
};

/** What a ledger address stands at, over the whole journal. */
export type AddressBalance = {
  readonly livemode: boolean;
  readonly currency: string;
  /**
   * merchant:available, merchant:pending, merchant:receivable, merchant:retained, platform:costs,
   * platform:fees, platform:losses, platform:suspense, provider:clearing, provider:fees_payable.
   */
  readonly address: string;
  /** Debits less credits: what provider:clearing holds is above zero, what is owed to merchants below. */
  readonly balance: number;
  /** Of provider:clearing: at which bank. Empty for all other addresses. */
  readonly bankProfileId: string;
};

export type LedgerProblem = {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly seq: number;
  /**
   * unbalanced, broken_chain, missing_entry, wrong_balance, negative_available, hold_mismatch,
   * tranche_mismatch, suspense_mismatch, wrong_listing.
   */
  readonly kind: string;
  readonly message: string;
};

export type ListCreditsRequest = {
  readonly livemode: boolean;
  /** From and with, to and without. */
  readonly fromMs: number;
  readonly toMs: number;
  /** At most 100 charges; the window is of no account then. */
  readonly chargeIds: readonly string[];
  /** Where the answer before this one ended. */
  readonly after?: string;
};

export type ListCreditsResponse = {
  readonly credits: readonly Credit[];
  /** Absent: that was all. */
  readonly next?: string;
};

/** An entry by which money came from a bank: into a wallet, or into suspense. */
export type Credit = {
  readonly reference: string;
  /** Empty for money of no charge. */
  readonly chargeId: string;
  readonly endToEndId: string;
  /** All of it, before fees. */
  readonly amount: number;
};

export type ListPostedHoldsRequest = {
  /** At most 100: `refund:<refund id>`, `payout:<payout id>`. */
  readonly references: readonly string[];
};

export type ListPostedHoldsResponse = {
  /** Those of which the journal has an entry. */
  readonly holds: readonly PostedHold[];
};

/** A hold by its entries alone: what its own document says is not asked. */
export type PostedHold = {
  readonly reference: string;
  readonly state: Hold_State;
  /** What has left the bank by it, without the bank's fee, in the smallest unit; 0 unless it is COMMITTED. */
  readonly amount: number;
};

export type ListPostedEntriesRequest = {
  readonly tenant: Tenant | null;
  /**
   * At most 100: `suspense:<end-to-end id>`, `returned:<end-to-end id>`, `loss:<refund or payout id>`,
   * `dispute:<dispute id>:hold` and its ends, `bank_return:<end-to-end id>:<devolution id>:hold` and its
   * ends, `payout:<payout id>:hold` and its ends, `payout:<payout id>:returned:<return id>`.
   */
  readonly references: readonly string[];
};

export type ListPostedEntriesResponse = {
  /**
   * Those that stand, as they were asked. The hold of what was given back before it was placed counts:
   * nothing comes of it any more.
   */
  readonly references: readonly string[];
};
