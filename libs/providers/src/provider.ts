import type { Cents, EndToEndId, TaxDocument, Txid } from '@gx/core';
import type { CallPool } from './bank-connection.ts';
import type { InfractionPort } from './infraction.ts';
import type { Failure, Fault, Outcome } from './outcome.ts';
import type { PixKeyOwner, PixOutCapabilities, PixOutRequest, PixOutTerms, ProviderPixOut } from './pix-out.ts';

export * from './pix-out.ts';

/** What differs between banks of what they can do for us. */
export type Capabilities = {
  /** Days after its settlement in which a Pix can be sent back. */
  readonly maxDevolutionDays: number;
  /** The bank can be asked whether a Pix came from a certain payer. */
  readonly payerQuery: boolean;
  /** How the bank sends Pix out (not in the standard); null: it sends none. */
  readonly pixOut: PixOutCapabilities | null;
  /** The bank makes receipts of what arrived (not in the standard). */
  readonly receipt: boolean;
  /** The bank says what the account holds (not in the standard). */
  readonly balance: boolean;
  /** The bank tells of infraction reports about a Pix (not in the standard). */
  readonly infractions: boolean;
};

/** One call: how long it may take, for whom it is, and what its trouble says nothing of. */
export type BankCall = {
  /** Covers all of it, the wait for a turn and a token that must be had first included. */
  readonly deadlineMs?: number;
  /** The account for which it is made; calls are shared between them. */
  readonly merchant?: string;
  /** That of the operation unless it says otherwise. */
  readonly pool?: CallPool;
};

/**
 * What a charge says to the bank. The debtor goes out only with both document and name, as the bank demands.
 */
export type ChargeTerms = {
  readonly amount: Cents;
  readonly expiresInSeconds: number;
  readonly description?: string;
  readonly debtor?: { readonly document: TaxDocument; readonly name: string };
};

/** `unrecognised` is a word that this version does not know; the outcome is then `pending`. */
export type ProviderChargeStatus = 'active' | 'concluded' | 'removed_by_receiver' | 'removed_by_bank' | 'unrecognised';

/** A charge as it stands at the bank. */
export type ProviderCharge = {
  readonly txid: Txid;
  readonly status: ProviderChargeStatus;
  readonly amount: Cents;
  /** The bank's own `criacao`, and that plus `expiracao`: it decides what is on time. */
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The ready BR Code, or null: then it is built from `location` (host and path, no scheme). */
  readonly brCode: string | null;
  readonly location: string | null;
  /** What has been paid so far, an element of the list each, readable or not. */
  readonly payments: readonly PixElement[];
};

/**
 * A charge in the bank's own words: its status, and the fields of its answer that name no person and no
 * account.
 */
export type QuotedCharge = {
  readonly status: string;
  readonly quoted: Readonly<Record<string, unknown>>;
  /** It shows money that went back, or is about to. */
  readonly givenBack: boolean;
};

/** One Pix that arrived. `paidAt` is the bank's `horario`, which decides; when we heard of it does not. */
export type ProviderPayment = {
  readonly endToEndId: EndToEndId;
  readonly txid: Txid | null;
  readonly amount: Cents;
  readonly paidAt: Date;
  readonly devolutions: readonly ProviderDevolution[];
  /**
   * Who paid, where the bank says so (not in the standard). Personal data: never stored in the clear, never
   * logged.
   */
  readonly payer: TaxDocument | null;
};

/**
 * `natureza` of API Pix 2.9.0: the receiver's own order, cash given out (Pix Saque), or what a bank takes
 * back after a report of fraud, an error of its own or a Pix Automático.
 */
export type DevolutionNature =
  | 'original'
  | 'withdrawal'
  | 'med_fraud'
  | 'med_operational'
  | 'med_automatic'
  | 'unrecognised';

/**
 * Money of a Pix on its way back. Null is what the bank left out or wrote in a way that we cannot read. `id`:
 * else its `rtrId`.
 */
export type ProviderDevolution = {
  readonly id: string | null;
  /** The bank left the id out, and `id` is that of the return: it may be one of ours. */
  readonly isNamedByReturn?: true;
  readonly amount: Cents | null;
  readonly status: 'in_progress' | 'returned' | 'failed' | 'unrecognised';
  readonly reason: string | null;
  /** Why it goes back, by whose order: ours is `original`. Null where the bank does not say. */
  readonly nature: DevolutionNature | null;
};

/** What sending money back says to the bank: at most the Pix's own amount, in all. */
export type DevolutionTerms = { readonly amount: Cents; readonly text?: string };

/**
 * The receipt of one payment, as the bank made it. It may name the payer: it is passed on, never stored and
 * never logged.
 */
export type ProviderReceipt = { readonly contentType: 'application/pdf'; readonly content: Buffer };

/**
 * The bank's word on who paid. `unavailable`: it may not be concluded from, ask again later or ask a person.
 */
export type PayerAnswer = 'match' | 'mismatch' | 'unavailable';
export type PayerQuestion = {
  readonly txid: Txid;
  readonly endToEndId: EndToEndId;
  readonly taxId: TaxDocument;
  readonly paidAt: Date;
};

/**
 * One element of a bank's list of Pix. What cannot be read is kept beside the reasons: it is money all the
 * same.
 */
export type PixElement = {
  /** The same for the same element, so that it is stored once. */
  readonly key: string;
  /** As the bank wrote it. Personal data: stored encrypted or not at all, never logged. */
  readonly raw: unknown;
} & (
  | { readonly kind: 'payment'; readonly payment: ProviderPayment }
  | { readonly kind: 'pix_out'; readonly pixOut: ProviderPixOut }
  /** A report that changed, by the bank's id: its list shows how. */
  | { readonly kind: 'infraction'; readonly infractionId: string }
  | { readonly kind: 'unreadable'; readonly problems: readonly string[] }
);

/**
 * One thing that a profile needs, asked of its bank. `skipped`: the profile does not need it, or nothing
 * could be concluded. Names no secret and no person.
 */
export type BankCheck = {
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly detail: string;
};

/** How the bank looks from here. `fault` says why it is not up. */
export type ProviderHealth = {
  readonly up: boolean;
  readonly breaker: 'closed' | 'half_open' | 'open';
  readonly fault?: Fault;
};

/**
 * A bank, for one profile. Ids and bodies are minted and stored by the caller before the call, so that every
 * call may be made twice; no method throws for what a bank or a network does, except the iteration of
 * `listSettlements`.
 */
export interface PixProvider extends InfractionPort {
  /** The id of the bank profile. */
  readonly id: string;
  capabilities(): Capabilities;
  /** The exact request of `createCharge`: built once, stored, and sent unchanged at each attempt. Pure. */
  chargeRequest(terms: ChargeTerms): string;
  createCharge(
    charge: { readonly txid: Txid; readonly body: string },
    call?: BankCall,
  ): Promise<Outcome<ProviderCharge>>;
  /** `done` with null: the bank says that it has no such charge. */
  getCharge(txid: Txid, call?: BankCall): Promise<Outcome<ProviderCharge | null>>;
  /** The charge as this bank words it, for the merchant whose charge it is; null if it has none. */
  quoteCharge(txid: Txid, call?: BankCall): Promise<Outcome<QuotedCharge | null>>;
  /**
   * `done` only when the bank shows the charge as removed. One that is not active any more is declined: look
   * at it again.
   */
  cancelCharge(txid: Txid, call?: BankCall): Promise<Outcome<ProviderCharge>>;
  getPayment(endToEndId: EndToEndId, call?: BankCall): Promise<Outcome<ProviderPayment | null>>;
  /**
   * `done` with null: the bank has no receipt of this Pix. Only where `capabilities().receipt`; elsewhere
   * declined with the code `not_supported`.
   */
  getReceipt(endToEndId: EndToEndId, call?: BankCall): Promise<Outcome<ProviderReceipt | null>>;
  /**
   * What the account holds now, in centavos; below zero where it is overdrawn. Only where
   * `capabilities().balance`; elsewhere declined with the code `not_supported`.
   */
  getBalance(call?: BankCall): Promise<Outcome<number>>;
  /**
   * Asks whether a Pix came from this payer, by the procedure of pix.md, section 3: a miss counts only when
   * it was repeated 3 s later with the Pix in the unfiltered list before each. Takes as long as that; all of
   * it is within `call.deadlineMs`.
   */
  confirmPayer(question: PayerQuestion, call?: BankCall): Promise<PayerAnswer>;
  /**
   * The exact request of `requestDevolution`: built once, stored, and sent unchanged at each attempt. Pure.
   */
  devolutionRequest(terms: DevolutionTerms): string;
  /**
   * `id` is ours, 1 to 35 letters and digits, unique per Pix. Repeated, a bank may decline an id that worked:
   * ask first.
   */
  requestDevolution(
    devolution: { readonly endToEndId: EndToEndId; readonly id: string; readonly body: string },
    call?: BankCall,
  ): Promise<Outcome<ProviderDevolution>>;
  getDevolution(endToEndId: EndToEndId, id: string, call?: BankCall): Promise<Outcome<ProviderDevolution | null>>;
  /** The body of `sendPix`: built once, stored, and sent unchanged at each attempt. Pure. */
  pixOutRequest(terms: PixOutTerms): string;
  /**
   * Only for the kinds of `capabilities().pixOut`; elsewhere declined with the code `not_supported`.
   * Repeated, a bank may decline an id that worked: ask first.
   */
  sendPix(request: PixOutRequest, call?: BankCall): Promise<Outcome<ProviderPixOut>>;
  /** `done` with null: the bank says that it has no such Pix. */
  getSentPix(id: string, call?: BankCall): Promise<Outcome<ProviderPixOut | null>>;
  /**
   * `done` with null: the directory has no such key. Each call counts against what the directory allows a
   * participant. Only where `capabilities().pixOut.keyOwner`; elsewhere declined with `not_supported`.
   */
  getKeyOwner(key: string, call?: BankCall): Promise<Outcome<PixKeyOwner | null>>;
  /** Whether the request came through the address that only this bank was given. */
  verifyCallback(callback: { readonly token: string | undefined }): 'trusted' | 'untrusted';
  /** Every element of a callback's body. Never throws and drops nothing. */
  parseCallback(body: string): readonly PixElement[];
  /**
   * All Pix with a txid that settled from `from` to `to`, a page at a time; `returned`: only those of which
   * something went back, or is about to. Throws `ListUnread` if a page cannot be had.
   */
  listSettlements(
    window: { readonly from: Date; readonly to: Date; readonly returned?: boolean },
    call?: BankCall,
  ): AsyncIterable<readonly PixElement[]>;
  /** Makes the bank send its callbacks to `url`; asks first and writes only when it differs. */
  registerCallbackUrl(url: string, call?: BankCall): Promise<Outcome<{ readonly url: string }>>;
  health(call?: BankCall): Promise<ProviderHealth>;
  /** Whether its last call was not answered. */
  isSilent(): boolean;
  /** Asks everything that the profile needs, in reads alone; `callbackUrl` is where callbacks should go. */
  inspect(expected: { readonly callbackUrl: string }, call?: BankCall): Promise<readonly BankCheck[]>;
  /** Ends the connections; calls after it are `not_sent`. */
  close(): Promise<void>;
}

/** The code of a call that cannot be made to this bank at all. */
export const NOT_SUPPORTED = 'not_supported';
/** Nothing was sent, so there is no status. */
export const notSupported = (message: string): Failure => ({
  kind: 'declined',
  code: NOT_SUPPORTED,
  message,
  status: 0,
});
/**
 * A page of a bank's or an acquirer's list could not be read: nothing may be concluded from the pages before
 * it, so the watermark stays.
 */
export class ListUnread extends Error {
  override readonly name = 'ListUnread';
  readonly outcome: Failure;

  constructor(outcome: Failure) {
    super(`the list could not be read: ${outcome.kind === 'declined' ? outcome.code : outcome.cause.reason}`);
    this.outcome = outcome;
  }
}
