// Written by `npm run generate` from protos/gx/refund/v1/refund.proto.
import type { RpcMethod } from '../../../../src/messages.ts';
import type { AwaitedOperator, ErasePersonalDataRequest, ErasePersonalDataResponse, ExportPersonalDataRequest, ExportPersonalDataResponse, ReencryptSecretsRequest, ReencryptSecretsResponse, Tenant } from '../../common/v1/common.ts';
import type { Charge_Surface, EncryptPersonalDataRequest, EncryptPersonalDataResponse } from '../../charge/v1/charge.ts';

/** Money on its way back to payers: refunds that merchants order, and returns of money that must not be kept. */
export type RefundServiceDefinition = {
  /** Once per (tenant, idempotency key), for ever. FAILED_PRECONDITION with a reason when it may not be. */
  readonly CreateRefund: RpcMethod<CreateRefundRequest, CreateRefundResponse>;
  /** Every refund and return of a charge, newest first. NOT_FOUND for an unknown or foreign charge. */
  readonly ListRefunds: RpcMethod<ListRefundsRequest, ListRefundsResponse>;
  /** Returns that failed for good and wait for a person, oldest first. */
  readonly ListFailedReturns: RpcMethod<ListFailedReturnsRequest, ListFailedReturnsResponse>;
  /** Tries a failed return again, under a new id at the bank. */
  readonly RetryReturn: RpcMethod<RetryReturnRequest, Refund>;
  /** Marks the failed return of an order as sent back by hand. FAILED_PRECONDITION for anything else. */
  readonly SettleReturn: RpcMethod<SettleReturnRequest, Refund>;
  /**
   * What we have ordered back along these payments, devolutions and refunds of orders, in whatever state: all
   * else at the bank is not ours. Asked by charge before it records what a bank takes back by itself, and by
   * operators.
   */
  readonly ListDevolutions: RpcMethod<ListDevolutionsRequest, ListDevolutionsResponse>;
  /**
   * What a bank says now of each Pix that we sent through it and that was ordered in a window, a page at a
   * time. UNAVAILABLE while the bank does not answer.
   */
  readonly ListPixOuts: RpcMethod<ListPixOutsRequest, ListPixOutsResponse>;
  /**
   * How far refunds, returns and bank returns are, by id; unknown ones are left out. Asked by charge, whose
   * events may be lost on their way.
   */
  readonly ListStatuses: RpcMethod<ListStatusesRequest, ListStatusesResponse>;
  /**
   * All that refunds hold of whom they went to, for that person. FAILED_PRECONDITION `personal_data_in_clear`
   * while refunds of an older version are under no key of theirs.
   */
  readonly ExportPersonalData: RpcMethod<ExportPersonalDataRequest, ExportPersonalDataResponse>;
  /**
   * Destroys the keys of a person to whom refunds went, in two steps as charge does: asked again after
   * `wait_ms`, it goes on. FAILED_PRECONDITION `refund_open` while a refund to the person has not ended.
   */
  readonly ErasePersonalData: RpcMethod<ErasePersonalDataRequest, ErasePersonalDataResponse>;
  /**
   * Brings what an older version stored under the keys of persons, a step for each call.
   * FAILED_PRECONDITION `personal_data_in_clear` while PERSONAL_DATA has it stored as that version reads it.
   */
  readonly EncryptPersonalData: RpcMethod<EncryptPersonalDataRequest, EncryptPersonalDataResponse>;
  /**
   * Encrypts again, step by step, what is under another key than the current one; counts what is under
   * which.
   */
  readonly ReencryptSecrets: RpcMethod<ReencryptSecretsRequest, ReencryptSecretsResponse>;
};

export type Refund_Kind = 'KIND_UNSPECIFIED' | 'REFUND' | 'RETURN' | 'BANK_RETURN';

export type Refund_Status = 'STATUS_UNSPECIFIED' | 'PENDING' | 'IN_PROGRESS' | 'REFUNDED' | 'FAILED';

export type Refund_Strategy = 'STRATEGY_UNSPECIFIED' | 'DEVOLUTION' | 'CASHOUT' | 'ORDER';

export type Refund = {
  /** Raw UUIDv7. */
  readonly id: string;
  readonly tenant: Tenant | null;
  readonly kind: Refund_Kind;
  /** Empty for a return of money of no charge. */
  readonly chargeId: string;
  /** The surface that made the charge: decides the form of `transactionId`. */
  readonly surface: Charge_Surface;
  readonly amount: number;
  readonly currency: string;
  readonly status: Refund_Status;
  readonly strategy: Refund_Strategy;
  /** The merchant's words, or the reason of a return. */
  readonly reason?: string;
  /** Why it failed, in the bank's code. */
  readonly failureCode?: string;
  readonly createdAtMs: number;
  /** Of a REFUNDED cashout: what has come back of it since, in the smallest unit. Absent: nothing. */
  readonly returnedAmount?: number;
  /**
   * In the answer of SettleReturn alone: present where nothing was settled yet, and another operator has to
   * make the same call.
   */
  readonly awaited?: AwaitedOperator;
};

export type CreateRefundRequest = {
  readonly tenant: Tenant | null;
  readonly chargeId: string;
  readonly idempotencyKey: string;
  /** Versioned digest of charge and parsed body, `v1:<hex>`. */
  readonly requestHash: string;
  /** Absent: all that is left. */
  readonly amount?: number;
  readonly reason?: string;
  /** STRATEGY_UNSPECIFIED: the merchant named none (decisions A21). */
  readonly strategy: Refund_Strategy;
  readonly passFeeToTenant?: boolean;
  readonly destinationKey?: string;
  /** Where the merchant called from, for the audit log; empty where nobody knew. */
  readonly clientAddress: string;
};

export type CreateRefundResponse = {
  readonly refund: Refund | null;
  /** The key was used before with this very request: `refund` is the first answer again, PENDING. */
  readonly replayed: boolean;
};

export type ListRefundsRequest = {
  readonly tenant: Tenant | null;
  readonly chargeId: string;
};

export type ListRefundsResponse = {
  readonly refunds: readonly Refund[];
};

export type ListFailedReturnsRequest = {
  readonly limit: number;
};

export type ListFailedReturnsResponse = {
  readonly returns: readonly Refund[];
};

export type RetryReturnRequest = {
  readonly returnId: string;
};

export type SettleReturnRequest = {
  readonly returnId: string;
  /** Who did it, and how the money went back; kept with the return. */
  readonly operator: string;
  readonly note: string;
};

export type ListDevolutionsRequest = {
  /** At most 100. */
  readonly endToEndIds: readonly string[];
  /** Also what the bank has taken back of them by itself, under its own ids. */
  readonly bankReturns: boolean;
};

export type ListDevolutionsResponse = {
  readonly devolutions: readonly OwnDevolution[];
};

export type ListPixOutsRequest = {
  readonly bankProfileId: string;
  /** Ordered from then on, and before the other. */
  readonly fromMs: number;
  readonly toMs: number;
  /** `next` of the page before. */
  readonly after?: string;
};

export type ListPixOutsResponse = {
  /** At most 50, the first that was ordered first. */
  readonly pixOuts: readonly OwnPixOut[];
  /** Absent from the last page. */
  readonly next?: string;
};

/** A Pix that we sent, as we have it and as its bank does. */
export type OwnPixOut = {
  readonly refundId: string;
  /** Ours, unique at the bank. */
  readonly bankId: string;
  readonly amount: number;
  readonly status: Refund_Status;
  /** Absent: the bank does not know it. */
  readonly atBank?: PixOutAtBank;
};

export type PixOutAtBank = {
  /** in_progress, sent, failed or unrecognised. */
  readonly status: string;
  readonly amount?: number;
};

export type ListStatusesRequest = {
  /** At most 100. */
  readonly refundIds: readonly string[];
};

export type ListStatusesResponse = {
  readonly refunds: readonly RefundStatus[];
};

export type RefundStatus = {
  readonly refundId: string;
  readonly status: Refund_Status;
};

/** A devolution as we have it. */
export type OwnDevolution = {
  readonly endToEndId: string;
  /** Ours, unique at the bank. */
  readonly bankId: string;
  /** 0 until it is reserved. */
  readonly amount: number;
  readonly status: Refund_Status;
};
