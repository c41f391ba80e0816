// Written by `npm run generate` from protos/gx/payout/v1/payout.proto.
import type { RpcMethod } from '../../../../src/messages.ts';
import type { OpenPersonalDataRequest, OpenPersonalDataResponse, PersonalData } from '../../charge/v1/charge.ts';
import type { ErasePersonalDataRequest, ErasePersonalDataResponse, ExportPersonalDataRequest, ExportPersonalDataResponse, ReencryptSecretsRequest, ReencryptSecretsResponse, Tenant } from '../../common/v1/common.ts';

/** Money that merchants send out of their wallets by Pix. */
export type PayoutServiceDefinition = {
  /** Once per (tenant, idempotency key), for ever. FAILED_PRECONDITION with a reason when it may not be. */
  readonly CreatePayout: RpcMethod<CreatePayoutRequest, CreatePayoutResponse>;
  /** NOT_FOUND for an unknown or foreign payout. */
  readonly GetPayout: RpcMethod<GetPayoutRequest, Payout>;
  /** Newest first. INVALID_ARGUMENT `invalid_cursor` for a cursor that is no payout of this tenant. */
  readonly ListPayouts: RpcMethod<ListPayoutsRequest, ListPayoutsResponse>;
  /** Of a pending payout. FAILED_PRECONDITION `payout_not_cancellable` afterwards. */
  readonly CancelPayout: RpcMethod<GetPayoutRequest, Payout>;
  /**
   * Another user than the issuer of the key, an owner or finance. FAILED_PRECONDITION
   * `payout_not_awaiting_approval`, PERMISSION_DENIED `role_not_allowed`.
   */
  readonly ApprovePayout: RpcMethod<DecidePayoutRequest, Payout>;
  /** The same, and it ends FAILED with the code `rejected`. */
  readonly RejectPayout: RpcMethod<DecidePayoutRequest, Payout>;
  /**
   * What a bank says now of each Pix that we sent for payouts and that was ordered in a window, a page at a
   * time. UNAVAILABLE while the bank does not answer.
   */
  readonly ListPixOuts: RpcMethod<ListPixOutsRequest, ListPixOutsResponse>;
  /** The simulator's own books of a payout. Test mode only: NOT_FOUND for a live tenant. */
  readonly GetSimulatedProviderState: RpcMethod<GetPayoutRequest, SimulatedPayoutState>;
  /** What payouts and their events hold of payees, in the clear: for the service that tells merchants. */
  readonly OpenPersonalData: RpcMethod<OpenPersonalDataRequest, OpenPersonalDataResponse>;
  /**
   * All that payouts hold of a payee, for the payee. FAILED_PRECONDITION `personal_data_in_clear` while
   * payouts of an older version are under no key of their payees.
   */
  readonly ExportPersonalData: RpcMethod<ExportPersonalDataRequest, ExportPersonalDataResponse>;
  /**
   * Destroys the keys of a payee, in two steps as charge does: asked again after `wait_ms`, it goes on.
   * FAILED_PRECONDITION `payout_open` while a payout to the payee has not ended.
   */
  readonly ErasePersonalData: RpcMethod<ErasePersonalDataRequest, ErasePersonalDataResponse>;
  /**
   * Encrypts again, step by step, what is under another key than the current one; counts what is under
   * which.
   */
  readonly ReencryptSecrets: RpcMethod<ReencryptSecretsRequest, ReencryptSecretsResponse>;
};

export type Payout_Status = 'STATUS_UNSPECIFIED' | 'PENDING' | 'PROCESSING' | 'PAID' | 'FAILED' | 'CANCELLED';

export type Payout = {
  /** Raw UUIDv7. */
  readonly id: string;
  readonly tenant: Tenant | null;
  /** What arrives, in centavos; the fee comes on top. */
  readonly amount: number;
  readonly currency: string;
  readonly status: Payout_Status;
  readonly fee: number;
  readonly destination: PayoutDestination | null;
  readonly endToEndId?: string;
  /** Both are set exactly when it is FAILED. */
  readonly failureCode?: string;
  readonly failureMessage?: string;
  readonly description?: string;
  /** The merchant's own, as JSON. */
  readonly metadataJson?: string;
  readonly createdAtMs: number;
  readonly paidAtMs?: number;
  readonly scheduledForMs?: number;
  readonly approval: PayoutApproval | null;
  /** What the bank has returned of it so far, in centavos; 0 for nothing. */
  readonly returnedAmount: number;
  /** Of events alone: what the payout says of its payee, encrypted. The fields that it names are absent. */
  readonly personalData?: PersonalData;
};

/** Where it goes, as it may be shown: nothing of it names a person. */
export type PayoutDestination = {
  /** cpf, cnpj, email, phone, evp, bank_account or br_code. */
  readonly type: string;
  readonly keyMasked: string;
};

export type PayoutApproval = {
  readonly required: boolean;
  /** The user who decided, raw UUIDv7; absent before. */
  readonly userId?: string;
  readonly atMs?: number;
};

export type CreatePayoutRequest = {
  readonly tenant: Tenant | null;
  readonly idempotencyKey: string;
  /** Versioned digest of the parsed body, `v1:<hex>`. */
  readonly requestHash: string;
  readonly amount: number;
  readonly currency: string;
  /** Exactly one of the three. Personal data. */
  readonly pixKey: PixKeyDestination | null;
  readonly bankAccount: BankAccountDestination | null;
  readonly brCode?: string;
  /** CPF or CNPJ without punctuation: the bank is asked whether the destination is of this owner. */
  readonly expectedRecipientTaxId?: string;
  readonly description?: string;
  readonly metadataJson?: string;
  readonly scheduledForMs?: number;
  readonly allowDuplicate: boolean;
  /**
   * The user who issued the API key, or rotated it last; absent where an operator did. Of a call with an
   * assertion, that says so.
   */
  readonly keyIssuerUserId?: string;
  /** Where the merchant called from, for the audit log; empty where nobody knew. */
  readonly clientAddress: string;
};

export type PixKeyDestination = {
  /** As the directory writes it. */
  readonly key: string;
  /** cpf, cnpj, email, phone or evp. */
  readonly type: string;
};

export type BankAccountDestination = {
  /** 8 digits, of the bank. */
  readonly ispb: string;
  readonly branch: string;
  readonly account: string;
  /** checking, savings or payment. */
  readonly accountType: string;
  readonly holderName: string;
  /** CPF or CNPJ without punctuation. */
  readonly holderDocument: string;
};

export type CreatePayoutResponse = {
  /** Of a replay the first answer again. */
  readonly payout: Payout | null;
  readonly replayed: boolean;
};

export type GetPayoutRequest = {
  readonly tenant: Tenant | null;
  readonly payoutId: string;
  /** Of a cancellation: where the merchant called from, for the audit log; empty where nobody knew. */
  readonly clientAddress: string;
};

export type ListPayoutsRequest = {
  readonly tenant: Tenant | null;
  /** 1 to 100. */
  readonly limit: number;
  readonly startingAfter?: string;
  /** STATUS_UNSPECIFIED: any. */
  readonly status: Payout_Status;
  /** Both inclusive. */
  readonly createdAfterMs?: number;
  readonly createdBeforeMs?: number;
};

export type ListPayoutsResponse = {
  readonly payouts: readonly Payout[];
  readonly hasMore: boolean;
};

export type DecidePayoutRequest = {
  /** A login token of a user of the payout's account; keys is asked whose it is. */
  readonly accessToken: string;
  readonly payoutId: string;
  /** A code of the user's second factor, which one who has it has to give. */
  readonly totp?: string;
  /** Where the user called from, for the audit log; empty where nobody knew. */
  readonly clientAddress: string;
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

/** A Pix that we sent for a payout, as we have it and as its bank does. */
export type OwnPixOut = {
  readonly payoutId: string;
  /** Ours, unique at the bank. */
  readonly bankId: string;
  readonly amount: number;
  readonly status: Payout_Status;
  /** in_progress, sent, failed or unrecognised; absent: the bank does not know it. */
  readonly bankStatus?: string;
  readonly bankAmount?: number;
  /** It had arrived, and the bank returned all of it afterwards. */
  readonly returned: boolean;
};

export type SimulatedPayoutState = {
  /** The bank's books as JSON; personal data, masked. */
  readonly stateJson: string;
};
