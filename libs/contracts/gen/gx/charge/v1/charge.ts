// Written by `npm run generate` from protos/gx/charge/v1/charge.proto.
import type { RpcMethod } from '../../../../src/messages.ts';
import type { AwaitedOperator, ReencryptSecretsRequest, ReencryptSecretsResponse, Tenant } from '../../common/v1/common.ts';

/** Charges, what the bank says about them, and the payer's side in test mode. */
export type ChargeServiceDefinition = {
  readonly CreateCharge: RpcMethod<CreateChargeRequest, CreateChargeResponse>;
  /**
   * The first answer again for a key that was used, as CreateCharge gives it; no charge for a free one, which
   * stays free.
   */
  readonly FindChargeByKey: RpcMethod<CreateChargeRequest, CreateChargeResponse>;
  readonly GetCharge: RpcMethod<GetChargeRequest, Charge>;
  readonly ListCharges: RpcMethod<ListChargesRequest, ListChargesResponse>;
  /** The same charges by page, in an order of the caller's choice, with how many there are. */
  readonly ListPayments: RpcMethod<ListPaymentsRequest, ListPaymentsResponse>;
  /** What the bank says of a charge now, asked for this call. UNAVAILABLE while it cannot be asked. */
  readonly GetProviderStatus: RpcMethod<GetProviderStatusRequest, ProviderStatus>;
  /**
   * The bank's own receipt, asked for now and not kept. FAILED_PRECONDITION `receipt_unavailable` before the
   * money is in the wallet, and where the bank has none; UNAVAILABLE while the bank does not answer.
   */
  readonly GetReceiptFile: RpcMethod<GetReceiptFileRequest, ReceiptFile>;
  /** The code behind the public QR image; NOT_FOUND once the charge is no longer pending. */
  readonly GetPaymentCode: RpcMethod<GetPaymentCodeRequest, GetPaymentCodeResponse>;
  /**
   * What the payer's page shows, for anybody who has the id: nobody's whole document, and no code once it
   * cannot be paid.
   */
  readonly GetCheckout: RpcMethod<GetCheckoutRequest, Checkout>;
  /** Where many open pages stand, at once; an id that is none is not among them. */
  readonly GetCheckoutStatuses: RpcMethod<GetCheckoutStatusesRequest, GetCheckoutStatusesResponse>;
  /**
   * Ends a charge that is not settled: removed at the bank first. FAILED_PRECONDITION
   * `charge_not_cancellable` once money was accepted.
   */
  readonly CancelCharge: RpcMethod<CancelChargeRequest, Charge>;
  /** The last public event of a charge, as it was published. NOT_FOUND for an unknown or foreign charge. */
  readonly GetLastEvent: RpcMethod<GetLastEventRequest, LastEvent>;
  /** What a refund builds on. NOT_FOUND for an unknown or foreign charge; any status otherwise. */
  readonly GetSettlement: RpcMethod<GetSettlementRequest, Settlement>;
  /** Statistics of the last days, today among them, from statistics cells: a few seconds behind a change. */
  readonly GetPaymentStats: RpcMethod<GetPaymentStatsRequest, PaymentStats>;
  /** Funnel, volume and time to pay of the last days, from the same cells. */
  readonly GetPaymentMetrics: RpcMethod<GetPaymentMetricsRequest, PaymentMetrics>;
  /** Recounts every hour from the charges. Exact while charges change. */
  readonly VerifyStatistics: RpcMethod<VerifyStatisticsRequest, VerifyStatisticsResponse>;
  /** Charges whose money is held because nobody knows who paid, oldest first. */
  readonly ListReviews: RpcMethod<ListReviewsRequest, ListReviewsResponse>;
  /**
   * Ends a review: approved money is accepted, rejected money is returned. FAILED_PRECONDITION when nothing
   * is held any more.
   */
  readonly DecideReview: RpcMethod<DecideReviewRequest, Charge>;
  /** One dispute of the tenant. NOT_FOUND for an unknown or foreign one. */
  readonly GetDispute: RpcMethod<GetDisputeRequest, Dispute>;
  /** Disputes of the tenant, newest first. */
  readonly ListDisputes: RpcMethod<ListDisputesRequest, ListDisputesResponse>;
  /**
   * Stores the merchant's evidence and has it brought to the bank; the same again changes nothing.
   * INVALID_ARGUMENT for a file that is no PDF, PNG or JPEG; FAILED_PRECONDITION `dispute_closed` once it was
   * won or lost, `evidence_limit_reached`.
   */
  readonly SubmitEvidence: RpcMethod<SubmitEvidenceRequest, Dispute>;
  /** The merchant does not defend itself: lost. FAILED_PRECONDITION `dispute_closed` once it was won or lost. */
  readonly AcceptDispute: RpcMethod<GetDisputeRequest, Dispute>;
  /** Opens a case about a Pix at a bank that tells of none by itself. Opened again, it is the same case. */
  readonly OpenDispute: RpcMethod<OpenDisputeRequest, OperatorsDispute>;
  /** Ends a case as its bank decided it. FAILED_PRECONDITION `dispute_closed` where it ended otherwise. */
  readonly CloseDispute: RpcMethod<CloseDisputeRequest, OperatorsDispute>;
  /** An operator brought the evidence, or that the merchant accepts, to the bank. */
  readonly ConfirmDisputeAnswer: RpcMethod<ConfirmDisputeAnswerRequest, OperatorsDispute>;
  /** One dispute of anybody, with the names of its evidence. */
  readonly DescribeDispute: RpcMethod<DescribeDisputeRequest, OperatorsDispute>;
  /**
   * Open disputes of everybody, the one whose evidence is due first first, then those that wait for an
   * operator.
   */
  readonly ListOpenDisputes: RpcMethod<ListOpenDisputesRequest, ListOpenDisputesResponse>;
  /** What a merchant wrote, or one file. Holds personal data: never log it. */
  readonly GetEvidence: RpcMethod<GetEvidenceRequest, EvidenceContent>;
  /** Stores every element of a bank's callback durably, then answers. */
  readonly ReceiveProviderCallback: RpcMethod<ReceiveProviderCallbackRequest, ReceiveProviderCallbackResponse>;
  /**
   * Somebody saw at the bank that a payment changed: it is asked for again soon, as after a callback. For the
   * other service that talks to banks.
   */
  readonly RecheckPayment: RpcMethod<RecheckPaymentRequest, RecheckPaymentResponse>;
  /**
   * A refund is about to leave: the charge notes it, unless it is disputed, so that a case that is opened
   * later does not hold its money. Before each attempt at a bank; repeated, it is noted once. NOT_FOUND for a
   * charge that the tenant does not have. For refund alone.
   */
  readonly ClaimRefundSend: RpcMethod<ClaimRefundSendRequest, ClaimRefundSendResponse>;
  /**
   * Whether charge's own record says what each of these events says of money, asked before a wallet is
   * credited or money is sent back. A record that has moved on since confirms what it said before.
   */
  readonly ConfirmMoney: RpcMethod<ConfirmMoneyRequest, ConfirmMoneyResponse>;
  /** Makes or replaces a bank profile. */
  readonly SetBankProfile: RpcMethod<SetBankProfileRequest, SetBankProfileResponse>;
  /** Every bank profile, its secret still encrypted: for the other service that talks to banks. */
  readonly ListBankProfiles: RpcMethod<ListBankProfilesRequest, ListBankProfilesResponse>;
  /** Every bank profile as operators may see it: no secret, no whole Pix key. */
  readonly DescribeBankProfiles: RpcMethod<DescribeBankProfilesRequest, DescribeBankProfilesResponse>;
  /**
   * No new charges for a profile, or again some; what began at it goes on there. Refused with
   * no_provider_for_method where nobody else takes what it took.
   */
  readonly RetireBankProfile: RpcMethod<RetireBankProfileRequest, RetireBankProfileResponse>;
  /** Asks a bank everything that a profile needs of it; changes nothing. */
  readonly CheckBankProfile: RpcMethod<CheckBankProfileRequest, CheckBankProfileResponse>;
  /**
   * What a bank has written down, as it says now: Pix that settled in a window, or these. UNAVAILABLE when
   * it cannot be read.
   */
  readonly ListProviderPayments: RpcMethod<ListProviderPaymentsRequest, ListProviderPaymentsResponse>;
  /**
   * Orders that changed at the acquirer of a profile in a window, and those that we have money of by its
   * time, as it shows them now and as we have them. UNAVAILABLE when they cannot be read.
   */
  readonly ListProviderOrders: RpcMethod<ListProviderOrdersRequest, ListProviderOrdersResponse>;
  /** What we have written down of a bank's Pix: by the bank's time of settlement, or these. */
  readonly ListIncomingPayments: RpcMethod<ListIncomingPaymentsRequest, ListIncomingPaymentsResponse>;
  /**
   * Encrypts again, step by step, what is under another key than the current one; counts what is under
   * which.
   */
  readonly ReencryptSecrets: RpcMethod<ReencryptSecretsRequest, ReencryptSecretsResponse>;
  /** What charges and their events hold of persons, in the clear: for the service that tells merchants. */
  readonly OpenPersonalData: RpcMethod<OpenPersonalDataRequest, OpenPersonalDataResponse>;
  /**
   * All that charges hold of the person with this document, for that person, of every account or of one; or
   * what one charge holds of a customer without a document.
   */
  readonly ExportPersonalData: RpcMethod<ExportPersonalDataRequest, ExportPersonalDataResponse>;
  /**
   * Destroys the keys of the customer with this document: nobody can read its data any more, wherever a copy
   * lies. In two steps, the second once every process has forgotten the keys: asked again after `wait_ms`, it
   * goes on. FAILED_PRECONDITION `charge_open` while a charge of the customer can still be paid,
   * `personal_data_in_clear` where charges of an older version name it.
   */
  readonly ErasePersonalData: RpcMethod<ErasePersonalDataRequest, ErasePersonalDataResponse>;
  /**
   * Brings a step of the charges that older versions stored under the keys of their persons: they are exported
   * and erased from then on. Asked again with `next` until there is none. FAILED_PRECONDITION
   * `personal_data_in_clear` while PERSONAL_DATA has the service store charges in the clear.
   */
  readonly EncryptPersonalData: RpcMethod<EncryptPersonalDataRequest, EncryptPersonalDataResponse>;
  /** Plays the payer's bank against the simulator. Test mode only: NOT_FOUND for a live tenant. */
  readonly SimulatePayment: RpcMethod<SimulatePaymentRequest, SimulatePaymentResponse>;
  /**
   * The same by the id alone, for a payer who presses the button of the page: exactly, at once, by the payer
   * whom a payer lock names. NOT_FOUND for a live charge.
   */
  readonly SimulateCheckoutPayment: RpcMethod<SimulateCheckoutPaymentRequest, SimulatePaymentResponse>;
  /** Plays payer, issuer and cardholder of an order against the simulator. Test mode only. */
  readonly SimulateOutcome: RpcMethod<SimulateOutcomeRequest, SimulateOutcomeResponse>;
  /** Plays a bank that takes a paid Pix back by itself against the simulator. Test mode only. */
  readonly SimulateBankReturn: RpcMethod<SimulateBankReturnRequest, SimulateBankReturnResponse>;
  /** Plays a bank that opens, or decides, a case about a paid Pix against the simulator. Test mode only. */
  readonly SimulateDispute: RpcMethod<SimulateDisputeRequest, SimulateDisputeResponse>;
  /** The simulator's own books for a charge. Test mode only. */
  readonly GetSimulatedProviderState: RpcMethod<GetSimulatedProviderStateRequest, SimulatedProviderState>;
};

export type Charge_Status = 'STATUS_UNSPECIFIED' | 'PENDING' | 'WAITING_PAYMENT' | 'PROCESSING' | 'PAID' | 'APPROVED' | 'REFUSED' | 'CANCELLED' | 'EXPIRED' | 'REFUNDED' | 'CHARGEBACK' | 'DISPUTE';

/** The family of routes that created it: decides the form of the id in legacy events. */
export type Charge_Surface = 'SURFACE_UNSPECIFIED' | 'CHARGES' | 'PAYMENTS';

/** A charge as the merchant may see it. Holds personal data and the payment code: never log it. */
export type Charge = {
  /** Raw UUIDv7. */
  readonly id: string;
  readonly tenant: Tenant | null;
  readonly surface: Charge_Surface;
  readonly amount: number;
  readonly currency: string;
  readonly status: Charge_Status;
  /** The one that pays it, or would be first. */
  readonly paymentMethod: string;
  readonly customer: Customer | null;
  readonly expectedPayerTaxId?: string;
  readonly pix?: PixCode;
  readonly checkoutUrl: string;
  /** Only after the charge is paid and settled. */
  readonly endToEndId?: string;
  /** JSON object, reserved keys stripped, description folded in. */
  readonly metadataJson: string;
  readonly createdAtMs: number;
  readonly paidAtMs?: number;
  readonly providerFee: number;
  readonly platformFee: number;
  /** The merchant's own id of its user, echoed in legacy events. */
  readonly customerId?: string;
  /**
   * Where the legacy events of this charge go instead of the registered endpoints. May hold a secret of the
   * merchant: never log it.
   */
  readonly webhookUrl?: string;
  /** The methods that the payer may choose from; empty says payment_method alone. */
  readonly paymentMethods: readonly string[];
  /** What the payer needs where the method is not Pix. */
  readonly order?: OrderInstructions;
  /** Of a charge of several methods: what the payer needs who chooses another one than payment_method. */
  readonly otherOrders: readonly OtherOrder[];
  /**
   * What the charge holds of its customer and does not show: encrypted (in events, and in lists where its key
   * is lost), or erased. The fields that it names are absent.
   */
  readonly personalData?: PersonalData;
  /**
   * In the answer of DecideReview alone, for operators: present where nothing was decided yet, and another
   * operator has to make the same call.
   */
  readonly awaited?: AwaitedOperator;
};

/** Data of one customer under the customer's own key. Once that key is destroyed nobody can read it. */
export type PersonalData = {
  readonly keyId: string;
  /** Of a JSON object: each field with its value. Empty where it is erased. */
  readonly ciphertext: string;
  /** By their names in the public charge: customer.name, expected_payer_tax_id, metadata.phone. */
  readonly fields: readonly string[];
};

/** One more way to pay a charge, by another method than Pix. */
export type OtherOrder = {
  readonly paymentMethod: string;
  readonly order: OrderInstructions | null;
};

/** Of the fields those of the charge's method are there. Holds payment codes: never log it. */
export type OrderInstructions = {
  /** CREDIT_CARD: the issuer's page (3-D Secure). */
  readonly redirectUrl?: string;
  /** MULTIBANCO. */
  readonly entity?: string;
  readonly paymentReference?: string;
  /** BOLETO. */
  readonly barcode?: string;
  readonly line?: string;
  readonly pdfUrl?: string;
  /** CRYPTO: a decimal amount of a coin, on a network. */
  readonly address?: string;
  readonly coinAmount?: string;
  readonly network?: string;
  readonly coin?: string;
  /** By the acquirer. */
  readonly expiresAtMs: number;
};

export type Customer = {
  readonly name?: string;
  readonly document?: string;
  readonly email?: string;
  readonly phone?: string;
};

export type PixCode = {
  readonly brCode: string;
  readonly qrCodeUrl: string;
  readonly expiresAtMs: number;
  readonly txid?: string;
};

export type OpenPersonalDataRequest_Item = {
  readonly tenant: Tenant | null;
  readonly personalData: PersonalData | null;
};

export type OpenPersonalDataRequest = {
  /** At most 500. */
  readonly items: readonly OpenPersonalDataRequest_Item[];
};

export type OpenPersonalDataResponse_Item = {
  readonly erased: boolean;
  /** The field names of the request and their values; empty where they are erased. Never log it. */
  readonly values: Readonly<Record<string, string>>;
};

export type OpenPersonalDataResponse = {
  /** One for each of the request, in its order. */
  readonly items: readonly OpenPersonalDataResponse_Item[];
};

export type ExportPersonalDataRequest = {
  /**
   * A CPF, CNPJ or other tax id, with punctuation or without. Never log it. Empty where `charge_id` names the
   * customer.
   */
  readonly document: string;
  /** Raw id of one account; absent: of all. */
  readonly accountId?: string;
  /** Raw id of the last charge of the page before. */
  readonly startingAfter?: string;
  /** Raw id of a charge whose customer gave no document. INVALID_ARGUMENT where it did. */
  readonly chargeId?: string;
};

export type ExportPersonalDataResponse_Record = {
  readonly tenant: Tenant | null;
  readonly chargeId: string;
  readonly createdAtMs: number;
  readonly values: Readonly<Record<string, string>>;
};

export type ExportPersonalDataResponse = {
  readonly records: readonly ExportPersonalDataResponse_Record[];
  readonly hasMore: boolean;
};

export type ErasePersonalDataRequest = {
  readonly document: string;
  readonly accountId?: string;
  /** As of ExportPersonalDataRequest. */
  readonly chargeId?: string;
};

export type ErasePersonalDataResponse = {
  /** How many keys this call destroyed: one for each account and mode that knew the customer. */
  readonly keys: number;
  /** How many charges hold what was under them. */
  readonly charges: number;
  /** More than 0: a key is left, and can be destroyed after so long. */
  readonly waitMs: number;
  /** So long may a process still read what was under the destroyed keys. */
  readonly inForceAfterMs: number;
};

export type EncryptPersonalDataRequest = {
  /** `next` of the step before; absent: from the first charge on. */
  readonly after?: string;
};

export type EncryptPersonalDataResponse = {
  readonly encrypted: number;
  /** Being created, or changed by somebody else in between: the next walk brings them. */
  readonly left: number;
  /** Who paid is under an encryption key that this service does not have. */
  readonly unreadable: number;
  /** Absent: every charge, and all evidence, has been looked at. */
  readonly next?: string;
  /** Pieces of evidence among them, beside the charges. */
  readonly evidence: number;
};

export type CreateChargeRequest = {
  readonly tenant: Tenant | null;
  readonly idempotencyKey: string;
  /** Versioned digest of the parsed body, `v1:<hex>`. */
  readonly requestHash: string;
  readonly surface: Charge_Surface;
  readonly amount: number;
  readonly currency: string;
  readonly description?: string;
  /** Absent: the account's default window. */
  readonly expiresInSeconds?: number;
  readonly customer?: Customer;
  readonly expectedPayerTaxId?: string;
  /** JSON object as the merchant sent it, reserved keys already stripped. */
  readonly metadataJson?: string;
  /** Of the payments surface alone. */
  readonly customerId?: string;
  readonly webhookUrl?: string;
  /** Empty: PIX. */
  readonly paymentMethods: readonly string[];
  /** Where the payer's page leads back to: an https address. */
  readonly returnUrl?: string;
};

export type CreateChargeResponse = {
  readonly charge: Charge | null;
  /** The key was used before with this very request: `charge` is the first answer again. */
  readonly replayed: boolean;
};

export type GetChargeRequest = {
  readonly tenant: Tenant | null;
  readonly id: string;
};

export type ListChargesRequest = {
  readonly tenant: Tenant | null;
  readonly limit: number;
  /** Raw id of the last charge of the page before. */
  readonly startingAfter?: string;
  /** Transaction statuses to keep; empty keeps all. */
  readonly statuses: readonly Charge_Status[];
  readonly createdAfterMs?: number;
  readonly createdBeforeMs?: number;
  readonly customerDocument?: string;
};

export type ListChargesResponse = {
  /** Newest first. */
  readonly charges: readonly Charge[];
  readonly hasMore: boolean;
};

/**
 * A field of a list item, equal ones in the order of their ids. The first three are answered by an index;
 * any other one over at most 10,000 charges.
 */
export type ListPaymentsRequest_SortBy = 'SORT_BY_UNSPECIFIED' | 'CREATED_AT' | 'AMOUNT' | 'STATUS' | 'ID' | 'CURRENCY' | 'CUSTOMER_NAME' | 'CUSTOMER_DOCUMENT' | 'CUSTOMER_EMAIL' | 'PAID_WITH' | 'PROVIDER_FEE' | 'PLATFORM_FEE' | 'NET_AMOUNT' | 'PAID_AT';

export type ListPaymentsRequest = {
  readonly tenant: Tenant | null;
  /** From 1; the last charge of a page is at most the 100,000th. */
  readonly page: number;
  readonly limit: number;
  /** Absent keeps all. */
  readonly status?: Charge_Status;
  /** Both ends belong to it. */
  readonly createdFromMs?: number;
  readonly createdToMs?: number;
  readonly sortBy: ListPaymentsRequest_SortBy;
  readonly ascending: boolean;
};

export type ListPaymentsResponse = {
  readonly charges: readonly Charge[];
  /** Of all pages. */
  readonly total: number;
};

export type GetProviderStatusRequest = {
  readonly tenant: Tenant | null;
  readonly id: string;
};

/** Only `local_status` is there for a charge that never reached a provider. */
export type ProviderStatus = {
  readonly localStatus: Charge_Status;
  /** The bank profile. */
  readonly provider?: string;
  /** The id that the charge has there. */
  readonly providerTransactionId?: string;
  /** The bank's own word; absent when it does not know the charge any more. */
  readonly providerStatus?: string;
  /** JSON object: what the bank answered, field by field, without who paid. */
  readonly rawResponseJson?: string;
};

export type GetReceiptFileRequest = {
  readonly tenant: Tenant | null;
  readonly id: string;
};

export type ReceiptFile = {
  readonly contentType: string;
  readonly content: Buffer;
};

export type GetPaymentCodeRequest = {
  readonly id: string;
};

export type GetPaymentCodeResponse = {
  readonly brCode: string;
};

export type GetCheckoutRequest = {
  readonly id: string;
};

/** A charge as its payer may see it. Holds the payment code: never log it. */
export type Checkout = {
  readonly standing: CheckoutStanding | null;
  readonly amount: number;
  readonly currency: string;
  readonly paymentMethod: string;
  /** A test charge moves no money. */
  readonly livemode: boolean;
  /** The account's name; absent while it cannot be looked up. */
  readonly merchantName?: string;
  /** Only while a payer may use it. */
  readonly brCode?: string;
  readonly returnUrl?: string;
  /** Of a charge by another method, and only while a payer may use it. */
  readonly order?: OrderInstructions;
  /** Of a charge of several methods, and only while a payer may use them. */
  readonly otherOrders: readonly OtherOrder[];
  /** Of such a charge that can still be paid: methods that its payer was shown and that have failed. */
  readonly failedMethods: readonly string[];
  /** What the merchant says that it is for; at most 500 characters. Absent where nothing was said. */
  readonly description?: string;
  /**
   * Of a charge with a payer lock: who alone may pay, as kind of document and masked number
   * (`CPF ***.982.247-**`).
   */
  readonly expectedPayer?: string;
  /** The code can be paid by SimulateCheckoutPayment: test mode alone. */
  readonly simulated: boolean;
};

export type CheckoutStanding = {
  /** Raw UUIDv7. */
  readonly id: string;
  readonly status: Charge_Status;
  /**
   * Money was accepted that is not in the wallet yet: the status is still what it was, and nobody should pay
   * again.
   */
  readonly confirming: boolean;
  /** Absent before the bank has the charge. */
  readonly expiresAtMs?: number;
  /**
   * Of a charge of several methods: those that can be paid by now, the charge's own first; more come as they
   * are opened, and those that fail go.
   */
  readonly paymentMethods: readonly string[];
  /**
   * Why the last of the payments that were not kept goes back (`AMOUNT_MISMATCH`); absent where all were
   * kept.
   */
  readonly returnReason?: string;
};

export type GetCheckoutStatusesRequest = {
  /** At most 1000. */
  readonly ids: readonly string[];
};

export type GetCheckoutStatusesResponse = {
  readonly standings: readonly CheckoutStanding[];
};

export type ReceiveProviderCallbackRequest = {
  readonly bankProfileId: string;
  /** The secret part of the registered address. */
  readonly token: string;
  /** The body as it came. */
  readonly body: Buffer;
};

export type ReceiveProviderCallbackResponse = {
  /** Elements stored by this call; a repeated element counts 0. */
  readonly stored: number;
};

export type SetBankProfileRequest = {
  readonly id: string;
  readonly livemode: boolean;
  readonly baseUrl: string;
  readonly basePath: string;
  readonly tokenPath: string;
  readonly clientId: string;
  /** Stored encrypted, never shown. */
  readonly clientSecret: string;
  readonly pixKey: string;
  /** What the bank takes per charge: fixed centavos plus hundredths of a percent. */
  readonly providerFeeFixed: number;
  readonly providerFeeBasisPoints: number;
  /** What the payer's bank shows for a code that we build ourselves. */
  readonly merchantName: string;
  readonly merchantCity: string;
  /** Refused for a live profile unless the deployment allows a simulated one. */
  readonly simulator: boolean;
  /**
   * The bank's `GET /pix` can be asked for a payer: without it a payer lock holds every payment whose
   * callback names nobody.
   */
  readonly payerQuery: boolean;
  /**
   * Where Pix is sent out, after the base path (`/gn/pix`); absent: this bank cannot, and refunds are
   * devolutions.
   */
  readonly pixOutPath?: string;
  /** What the bank takes for one Pix-out, in centavos. */
  readonly pixOutFee: number;
  /**
   * Where the acquirer of every other method is, on the same host (`/acquirer/v1`); absent: this bank does
   * Pix alone.
   */
  readonly acquirerPath?: string;
  /**
   * What we show the bank (mutual TLS), PEM: our own certificate first, then those that lead to its
   * authority. Absent: none is shown from now on, as with every field here: a set says all of a profile.
   */
  readonly certificate?: string;
  /** Its private key, PEM without a passphrase. Stored encrypted, never shown. */
  readonly certificateKey?: string;
  /** Who vouches for the bank, PEM: trusted instead of the usual authorities. */
  readonly bankAuthority?: string;
  /**
   * A profile that is there already takes new charges if it did before, and does not if it did not; a new one
   * always does. Without it, whatever is set takes the new charges of its mode; a retired profile is refused
   * then.
   */
  readonly keepPlace: boolean;
  /**
   * Where the receipts of Pix are, after the base path (`/comprovantes`): `GET {path}/{end-to-end id}`
   * answers a PDF; absent: this bank makes none.
   */
  readonly receiptPath?: string;
  /**
   * Where the bank says what the account holds, after the base path (`/gn/saldo`): `GET` answers
   * `{saldo: "100.00"}`; absent: it does not.
   */
  readonly balancePath?: string;
  /** Whom it sends Pix to: key, bank_account, br_code. Empty with a `pix_out_path`: to keys alone. */
  readonly pixOutDestinations: readonly string[];
  /**
   * Where it says whose a key is, after the base path (`/gn/chaves/titular`): `POST` takes `{chave}`; absent:
   * it does not say.
   */
  readonly keyOwnerPath?: string;
  /** Its account sends one Pix at a time: the next waits for the end of the one before it. */
  readonly pixOutOneAtATime: boolean;
  /**
   * What the directory allows us of look-ups at this bank: so many a minute, and so many at once after a
   * pause. 0: 20 a minute, 100 at once.
   */
  readonly keyLookupsPerMinute: number;
  readonly keyLookupsAtOnce: number;
  /**
   * Where the bank tells of infraction reports (MED), after the base path (`/gn/infracoes`): `GET` lists
   * them, `POST {path}/{id}/defesa` answers one; absent: it tells of none.
   */
  readonly infractionsPath?: string;
  /** Who decided, for the record; needed where it takes two operators. */
  readonly operator?: string;
  /** What of the standard the bank words otherwise; absent: nothing. */
  readonly dialect: BankDialect | null;
};

/** How a bank writes what the standard leaves open, or does otherwise. */
export type BankDialect = {
  /**
   * Whose clock times without an offset are of, by its IANA name (`America/Sao_Paulo`); absent: such a time
   * cannot be read.
   */
  readonly timeZone?: string;
  /** Times that are marked as UTC are of that clock too. */
  readonly localMarkedUtc: boolean;
  /** The first that fits counts; for all others the standard does. */
  readonly errors: readonly BankErrorRule[];
};

export type BankErrorRule = {
  /** refused, absent, empty, taken, busy, unauthorised or unknown (libs/providers/README.md). */
  readonly means: string;
  /** Absent: of any status below 500. */
  readonly status?: number;
  /** One of the codes that the error carries; empty: whatever it carries. */
  readonly names: readonly string[];
};

export type SetBankProfileResponse = {
  /** It was retired before, and is: it takes no new charges. */
  readonly retired: boolean;
  /** Present: nothing is set, another operator has to make the same call. */
  readonly awaited?: AwaitedOperator;
};

export type ListBankProfilesRequest = Record<never, never>;

export type ListBankProfilesResponse = {
  /** The one that was set last first. */
  readonly profiles: readonly BankProfile[];
};

export type BankProfile = {
  readonly id: string;
  readonly livemode: boolean;
  readonly simulator: boolean;
  readonly baseUrl: string;
  readonly basePath: string;
  readonly tokenPath: string;
  readonly clientId: string;
  /** Opened with the ENCRYPTION_KEY of that key id; cleartext never travels. */
  readonly clientSecretKeyId: string;
  readonly clientSecretCiphertext: string;
  readonly pixKey: string;
  readonly payerQuery: boolean;
  readonly pixOutPath?: string;
  readonly pixOutFee: number;
  /** Counts the replacements. */
  readonly version: number;
  readonly acquirerPath?: string;
  /** What is shown to the bank, PEM; absent where it asks for none. */
  readonly certificate?: string;
  /** Absent without a certificate. */
  readonly certificateKey: EncryptedSecret | null;
  /** Who vouches for the bank, PEM; absent where the usual authorities do. */
  readonly bankAuthority?: string;
  /** As they are set; never empty with a `pix_out_path`. */
  readonly pixOutDestinations: readonly string[];
  readonly keyOwnerPath?: string;
  readonly pixOutOneAtATime: boolean;
  /** Never 0. */
  readonly keyLookupsPerMinute: number;
  readonly keyLookupsAtOnce: number;
  readonly dialect: BankDialect | null;
};

export type DescribeBankProfilesRequest = Record<never, never>;

export type DescribeBankProfilesResponse = {
  /** In the order in which new charges are offered to them. */
  readonly profiles: readonly BankProfileStanding[];
};

export type BankProfileStanding = {
  readonly id: string;
  readonly livemode: boolean;
  readonly simulator: boolean;
  readonly baseUrl: string;
  /** Its last characters at most. */
  readonly pixKeyHint: string;
  /** Whether it has an acquirer for other methods than Pix. */
  readonly hasOrders: boolean;
  /** New charges of its mode are made at it: by Pix, by other methods. */
  readonly takesPix: boolean;
  readonly takesOrders: boolean;
  /** When it was made, or last set to take the new charges of its mode. */
  readonly activatedAtMs: number;
  /** When what we show the bank ends; absent where it asks for none. */
  readonly certificateEndsAtMs?: number;
  /** Absent while it may take new charges. */
  readonly retired: OperatorsAct | null;
  /** When that was last taken back. */
  readonly restored: OperatorsAct | null;
  /** Whether it makes receipts of Pix. */
  readonly hasReceipts: boolean;
  /** Whom it sends Pix to; empty: it sends none. */
  readonly pixOutDestinations: readonly string[];
  /** Whether it says whose a key is, and sends one Pix at a time. */
  readonly hasKeyOwners: boolean;
  readonly pixOutOneAtATime: boolean;
};

export type OperatorsAct = {
  readonly atMs: number;
  readonly by: string;
};

export type RetireBankProfileRequest = {
  readonly id: string;
  /** Takes it back: the profile stands in its old place again. */
  readonly undo: boolean;
  /** Also where nobody is left to take the new charges that it took. */
  readonly leaveNone: boolean;
  /** Who decided, for the record. */
  readonly operator: string;
};

/** Who takes the new charges of its mode from now on; absent: nobody. */
export type RetireBankProfileResponse = {
  readonly livemode: boolean;
  readonly pix?: string;
  readonly orders?: string;
  /** Present: nothing is changed, another operator has to make the same call. */
  readonly awaited?: AwaitedOperator;
};

/** A secret as it is stored: opened with the ENCRYPTION_KEY of that key id. */
export type EncryptedSecret = {
  readonly keyId: string;
  readonly ciphertext: string;
};

export type CancelChargeRequest = {
  readonly tenant: Tenant | null;
  readonly id: string;
};

export type GetSettlementRequest = {
  readonly tenant: Tenant | null;
  readonly chargeId: string;
};

/** The facts about a charge that a refund needs. Holds personal data: never log it. */
export type Settlement = {
  readonly charge: Charge | null;
  readonly bankProfileId: string;
  /** The payment is in the wallet. False: nothing can be refunded yet. */
  readonly posted: boolean;
  /** Of the accepted payment. */
  readonly endToEndId?: string;
  /** The bank's own time of the payment: the 90 days of a devolution count from here. */
  readonly paidAtMs?: number;
  /** The order at the acquirer, for a method that is not Pix. */
  readonly orderReference?: string;
  /** Absent where charge does not say. */
  readonly acknowledged: AcknowledgedRefunds | null;
  /**
   * CPF or CNPJ of who paid, as the bank itself answered, encrypted under the key that charge and refund
   * share; absent where it named nobody, whatever a callback said.
   */
  readonly payerTaxId: EncryptedSecret | null;
  /** What the bank takes back by itself, each as it last stood. */
  readonly bankReturns: readonly BankReturn[];
  /** Somebody disputes the payment, or won that and is not paid yet: nothing of it may be refunded. */
  readonly disputed: boolean;
};

export type BankReturn = {
  readonly refundId: string;
  readonly devolutionId: string;
  readonly amount: number;
  /** IN_PROGRESS, REFUNDED or FAILED. */
  readonly status: string;
};

export type RecheckPaymentRequest = {
  readonly bankProfileId: string;
  readonly endToEndId: string;
};

export type RecheckPaymentResponse = Record<never, never>;

export type ClaimRefundSendRequest = {
  readonly tenant: Tenant | null;
  readonly chargeId: string;
  readonly refundId: string;
  readonly amount: number;
};

export type ClaimRefundSendResponse = {
  /** Somebody wants the payment back: nothing of it may leave. */
  readonly disputed: boolean;
};

/** The refunds and returns that a charge has acknowledged. */
export type AcknowledgedRefunds = {
  readonly refunds: readonly AcknowledgedRefund[];
};

export type AcknowledgedRefund = {
  readonly refundId: string;
  /** As gx.refund.v1.Refund names it. A return that was taken up is IN_PROGRESS until it is back. */
  readonly status: string;
  /** What has come back of a cashout, as far as the charge knows. Absent: nothing. */
  readonly returnedAmount?: number;
};

export type ListReviewsRequest = {
  readonly limit: number;
};

export type ListReviewsResponse = {
  readonly reviews: readonly Review[];
};

export type Review_Cause = 'CAUSE_UNSPECIFIED' | 'PAYER_UNKNOWN' | 'BANK_CLOCK';

export type Review = {
  readonly chargeId: string;
  readonly tenant: Tenant | null;
  readonly amount: number;
  readonly currency: string;
  readonly endToEndId: string;
  readonly paidAtMs: number;
  readonly heldAtMs: number;
  /** How often the bank was polled for who paid, and when it is polled next; absent: not any more. */
  readonly polls: number;
  readonly nextPollAtMs?: number;
  readonly cause: Review_Cause;
};

export type ConfirmMoneyRequest = {
  /**
   * gx.charge.v1.ChargeEvents as they were read, at most 1,000: charge.payment_accepted,
   * charge.return_ordered, charge.dispute_closed, and charge.returned_by_bank that FAILED. No other is ever
   * confirmed.
   */
  readonly events: readonly Buffer[];
};

export type ConfirmMoneyResponse = {
  /** One for each event, in their order. */
  readonly confirmations: readonly MoneyConfirmation[];
};

export type MoneyConfirmation = {
  readonly confirmed: boolean;
  /** Where it is not: the first thing that the record has not, or has otherwise, as a name of the event. */
  readonly difference: string;
};

export type DecideReviewRequest_Verdict = 'VERDICT_UNSPECIFIED' | 'APPROVE' | 'REJECT';

export type DecideReviewRequest = {
  readonly chargeId: string;
  readonly verdict: DecideReviewRequest_Verdict;
  /** Who decided, for the record. */
  readonly operator: string;
};

export type SimulatePaymentRequest = {
  readonly tenant: Tenant | null;
  readonly chargeId: string;
  readonly amount?: number;
  readonly payerName?: string;
  readonly payerTaxId?: string;
  /** notification, query or never. */
  readonly reportPayer: string;
  readonly paidAtMs?: number;
  /** Delay of the callback; absent: at once. */
  readonly notifyDelayMs?: number;
  /** The callback is lost. */
  readonly notifyNever: boolean;
  readonly times: number;
  readonly force: boolean;
};

export type SimulateCheckoutPaymentRequest = {
  readonly id: string;
};

export type SimulatePaymentResponse = {
  readonly accepted: boolean;
  readonly endToEndId?: string;
  readonly rejectionCode?: string;
  readonly rejectionMessage?: string;
};

export type SimulateOutcomeRequest = {
  readonly tenant: Tenant | null;
  readonly chargeId: string;
  /** authenticating, approved, refused, expired, dispute, chargeback, dispute_won or dispute_lost. */
  readonly outcome: string;
  readonly amount?: number;
  readonly paidAtMs?: number;
  /** Delay of the callback; absent: at once. */
  readonly notifyDelayMs?: number;
  /** The callback is lost. */
  readonly notifyNever: boolean;
  readonly times: number;
  readonly force: boolean;
  /** By which of its methods a charge of several is paid; absent: the one that it waits for first. */
  readonly paymentMethod?: string;
};

export type SimulateOutcomeResponse = {
  readonly accepted: boolean;
  /** Of the order at the acquirer, in its own word. */
  readonly orderStatus: string;
  readonly rejectionCode?: string;
  readonly rejectionMessage?: string;
};

export type SimulateBankReturnRequest = {
  readonly tenant: Tenant | null;
  readonly chargeId: string;
  /** Absent: all that is left of the payment. */
  readonly amount?: number;
  /** MED_FRAUDE (default), MED_OPERACIONAL, MED_PIX_AUTOMATICO, RETIRADA. */
  readonly nature?: string;
  /** DEVOLVIDO (default), EM_PROCESSAMENTO, NAO_REALIZADO. */
  readonly status?: string;
  /** The bank's id of the devolution; one that there is moves to the status. Absent: a new one. */
  readonly id?: string;
  /** The callback is lost. */
  readonly notifyNever: boolean;
};

export type SimulateBankReturnResponse = {
  readonly id: string;
  readonly endToEndId: string;
  readonly amount: number;
  readonly status: string;
};

export type SimulateDisputeRequest = {
  readonly tenant: Tenant | null;
  readonly chargeId: string;
  /** opened, won or lost; lost is followed by the devolution. */
  readonly outcome: string;
  /** Absent: all that is left of the payment. */
  readonly amount?: number;
  /** fraud (default) or operational. */
  readonly reason?: string;
};

export type SimulateDisputeResponse = {
  /** The bank's id of the case. */
  readonly id: string;
  readonly endToEndId: string;
  readonly amount: number;
  /** In the bank's own word. */
  readonly status: string;
};

export type GetSimulatedProviderStateRequest = {
  readonly tenant: Tenant | null;
  readonly chargeId: string;
};

export type SimulatedProviderState = {
  readonly txid: string;
  readonly status: string;
  /** Of an order its payments, each under the id that its payment has. */
  readonly pix: readonly BankPix[];
  /** Of an order: what went back, of whichever payment. */
  readonly refunds: readonly BankDevolution[];
};

export type BankPix = {
  readonly endToEndId: string;
  readonly amount: number;
  readonly receivedAtMs: number;
  readonly devolutions: readonly BankDevolution[];
  /** Cases about it. */
  readonly infractions: readonly BankInfraction[];
};

export type BankInfraction = {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
  readonly reason: string;
};

export type BankDevolution = {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
  readonly reason?: string;
};

export type GetPaymentStatsRequest = {
  readonly tenant: Tenant | null;
  /** 1 to 365, today included. */
  readonly days: number;
  /** An IANA time zone, whole hours from UTC; without it UTC. */
  readonly tz?: string;
};

export type PaymentStats = {
  /** Created in the window; of these, ever paid; created today. */
  readonly totalTransactions: number;
  readonly paidTransactions: number;
  readonly todayTransactions: number;
  /** Paid of all, of a hundred, to two decimals; 0 when there are none. */
  readonly successRate: number;
  /** Paid in the window, by currency. Each names the same currencies, in the same order. */
  readonly volumes: readonly CurrencyVolume[];
  /** Every day of the window, oldest first; the last one is today. */
  readonly days: readonly DayVolumes[];
  readonly methods: readonly MethodVolume[];
};

export type CurrencyVolume = {
  readonly currency: string;
  /** Amounts before fees and refunds, smallest unit. */
  readonly volume: number;
  readonly count: number;
};

export type DayVolumes = {
  /** YYYY-MM-DD, in the time zone asked for. */
  readonly date: string;
  readonly volumes: readonly CurrencyVolume[];
};

/** One for each method and currency in which it was used. */
export type MethodVolume = {
  readonly method: string;
  readonly currency: string;
  readonly volume: number;
  readonly count: number;
};

export type GetPaymentMetricsRequest = {
  readonly tenant: Tenant | null;
  /** 1 to 365, today included. */
  readonly days: number;
  /** Leaves all others out. */
  readonly currency?: string;
  /** An IANA time zone, whole hours from UTC; without it UTC. */
  readonly tz?: string;
};

export type PaymentMetrics = {
  readonly funnel: PaymentFunnel | null;
  readonly volumes: readonly PaymentVolume[];
  readonly timeToPay: PaymentTimes | null;
  /** Every day of the window, oldest first. */
  readonly days: readonly PaymentDay[];
};

/** The charges created in the window, as they stand now. */
export type PaymentFunnel = {
  readonly created: number;
  /** Neither paid nor over. */
  readonly waitingPayment: number;
  /** Ever paid, whatever happened afterwards. */
  readonly paid: number;
  readonly expired: number;
  readonly cancelled: number;
  readonly refused: number;
  /** Given back whole: what was paid before, and what was never kept. */
  readonly refunded: number;
  /** Paid of created, of a hundred, to two decimals; 0 when there are none. */
  readonly conversionRate: number;
};

/** What was paid in the window, smallest unit. */
export type PaymentVolume = {
  readonly currency: string;
  readonly gross: number;
  readonly providerFees: number;
  readonly platformFees: number;
  /** Gross less both fees. */
  readonly net: number;
  /** Of gross, what has gone back since. */
  readonly refunded: number;
  readonly count: number;
  readonly averageTicket: number;
};

/** From creation to the bank's time of the payment, at most 1/32 off. Absent when nothing was paid. */
export type PaymentTimes = {
  readonly p50Ms?: number;
  readonly p95Ms?: number;
};

export type PaymentDay = {
  /** YYYY-MM-DD, in the time zone asked for. */
  readonly date: string;
  readonly created: number;
  /** Paid on that day, and their amounts in one currency: the one that was asked for, else BRL. */
  readonly paid: number;
  readonly volume: number;
};

export type VerifyStatisticsRequest = {
  /** Where to go on: `next` of an earlier answer. Empty: at the first account. */
  readonly from: string;
  /** Answers after some hours, with `next`. Without it, after all that are left. */
  readonly oneStretch: boolean;
};

export type VerifyStatisticsResponse = {
  readonly charges: number;
  readonly cells: number;
  /**
   * Hours that are dirty, or about to be. 0 in a quiet system: then every statistics cell is compared with
   * every charge.
   */
  readonly waiting: number;
  /** At most 100; `problem_count` counts all. */
  readonly problems: readonly StatisticsProblem[];
  readonly problemCount: number;
  /** `<account>:<test or live>:<hour>`, where the next answer begins; empty at the end. */
  readonly next: string;
};

export type StatisticsProblem = {
  readonly accountId: string;
  readonly livemode: boolean;
  /** YYYY-MM-DDTHH, UTC. */
  readonly hour: string;
  readonly method: string;
  readonly currency: string;
  /** The sum that is wrong, what the cell says and what its charges say. */
  readonly sum: string;
  readonly stands: number;
  readonly recounted: number;
};

export type GetLastEventRequest = {
  readonly tenant: Tenant | null;
  /** Any form of the id. */
  readonly id: string;
};

export type LastEvent = {
  /** A gx.charge.v1.ChargeEvent; empty when nothing was told of the charge yet. */
  readonly event: Buffer;
  /** Of the charge as it stands now. */
  readonly status: Charge_Status;
};

export type ListProviderPaymentsRequest = {
  readonly bankProfileId: string;
  /** From and with, to and without. */
  readonly fromMs: number;
  readonly toMs: number;
  /** At most 100; the window is of no account then. */
  readonly endToEndIds: readonly string[];
};

export type ListProviderPaymentsResponse = {
  readonly pix: readonly ListedPix[];
  /** Elements of the list that cannot be read. */
  readonly unreadable: number;
  /** There is more than one answer can hold: ask for less. */
  readonly truncated: boolean;
};

export type ListedPix_Devolution = {
  /** Empty where the bank says none. */
  readonly id: string;
  /** Absent where it cannot be read. */
  readonly amount?: number;
  /** in_progress, returned, failed or unrecognised. */
  readonly status: string;
};

/** A Pix as a bank lists it. Nobody is named. */
export type ListedPix = {
  readonly endToEndId: string;
  readonly amount: number;
  readonly paidAtMs: number;
  readonly devolutions: readonly ListedPix_Devolution[];
};

export type ListProviderOrdersRequest = {
  readonly bankProfileId: string;
  /** From and with, to and without. */
  readonly fromMs: number;
  readonly toMs: number;
};

export type ListProviderOrdersResponse = {
  readonly orders: readonly OrderBooks[];
  /** Elements of the list that cannot be read. */
  readonly unreadable: number;
  /** There is more than one answer can hold: ask for less. */
  readonly truncated: boolean;
};

export type OrderBooks_Refund = {
  readonly id: string;
  readonly amount: number;
  /** in_progress, refunded, failed or unrecognised. */
  readonly status: string;
};

/** An order at its acquirer and with us. Nobody is named. */
export type OrderBooks = {
  readonly reference: string;
  /** Of all its payments, also of those that come back. */
  readonly paidAtAcquirer: number;
  readonly refunds: readonly OrderBooks_Refund[];
  /** Empty: the order is of no charge of ours. */
  readonly chargeId: string;
  readonly paidWithUs: number;
  /** What of it we have accepted: the journal has to credit it. */
  readonly acceptedWithUs: number;
  /** The payments, by the ids that refund knows them by. */
  readonly endToEndIds: readonly string[];
  /** The acquirer says that it has no such order: what it has of it is 0. */
  readonly absentAtAcquirer: boolean;
};

export type ListIncomingPaymentsRequest = {
  readonly bankProfileId: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** At most 100, through any profile of the same environment; the window is of no account then. */
  readonly endToEndIds: readonly string[];
};

export type ListIncomingPaymentsResponse = {
  readonly payments: readonly OwnPayment[];
  /** There is more than one answer can hold: ask for less. */
  readonly truncated: boolean;
};

/** A Pix as we have it. */
export type OwnPayment = {
  readonly endToEndId: string;
  readonly amount: number;
  readonly paidAtMs: number;
  /** accepted, held, returned, or unmatched payment: of no charge. */
  readonly decision: string;
  /** Empty for an unmatched payment. */
  readonly chargeId: string;
  /** The bank has given all of it back. */
  readonly returned: boolean;
  readonly bankProfileId: string;
};

export type CheckBankProfileRequest = {
  readonly id: string;
};

export type CheckBankProfileResponse = {
  readonly livemode: boolean;
  readonly checks: readonly BankCheck[];
};

/** One thing that was looked at. No secret, no address and nobody is in it. */
export type BankCheck = {
  readonly name: string;
  /** passed, failed, or skipped: the profile does not ask for it, or it could not be looked at. */
  readonly result: string;
  readonly detail: string;
};

export type Dispute_Status = 'STATUS_UNSPECIFIED' | 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST';

/** A dispute as the merchant may see it. */
export type Dispute = {
  /** Raw UUIDv7. */
  readonly id: string;
  readonly chargeId: string;
  /** What is at stake, set aside when it was opened. */
  readonly amount: number;
  readonly currency: string;
  readonly status: Dispute_Status;
  /** fraud, operational, chargeback, dispute or other. */
  readonly reason: string;
  /** Absent where nobody said until when evidence counts. */
  readonly evidenceDueByMs?: number;
  readonly createdAtMs: number;
};

export type GetDisputeRequest = {
  readonly tenant: Tenant | null;
  readonly id: string;
  /** Of an acceptance: where the merchant called from, for the audit log; empty where nobody knew. */
  readonly clientAddress: string;
};

export type ListDisputesRequest = {
  readonly tenant: Tenant | null;
  readonly limit: number;
  readonly startingAfter?: string;
  /** Unspecified: all. */
  readonly status: Dispute_Status;
  /** Of one charge. */
  readonly chargeId?: string;
};

export type ListDisputesResponse = {
  readonly disputes: readonly Dispute[];
  readonly hasMore: boolean;
};

/** Holds personal data: never log it. */
export type SubmitEvidenceRequest = {
  readonly tenant: Tenant | null;
  readonly id: string;
  /** At most 10,000 characters. One of both at least. */
  readonly text?: string;
  /** At most 5. */
  readonly files: readonly EvidenceFile[];
  /** Where the merchant called from, for the audit log; empty where nobody knew. */
  readonly clientAddress: string;
};

export type EvidenceFile = {
  readonly name: string;
  /** At most 1 MiB. */
  readonly content: Buffer;
};

export type OpenDisputeRequest = {
  readonly chargeId: string;
  /** Who says so, for the record. */
  readonly operator: string;
  /** Absent: all that is left of the payment. */
  readonly amount?: number;
  /** fraud or operational. */
  readonly reason: string;
  /** The bank's own number of the case. Without it there is one such case of a charge. */
  readonly providerId?: string;
  /** Absent: a week from now, which is how long a bank looks into it. */
  readonly evidenceDueByMs?: number;
};

export type CloseDisputeRequest = {
  readonly id: string;
  /** How the bank decided. */
  readonly won: boolean;
  readonly operator: string;
};

export type ConfirmDisputeAnswerRequest = {
  readonly id: string;
  readonly operator: string;
};

export type DescribeDisputeRequest = {
  readonly id: string;
};

export type ListOpenDisputesRequest = {
  readonly limit: number;
};

export type ListOpenDisputesResponse = {
  readonly disputes: readonly OperatorsDispute[];
};

/** A dispute as operators see it: nobody is named, and nothing of the evidence but its kind and size. */
export type OperatorsDispute = {
  readonly dispute: Dispute | null;
  readonly tenant: Tenant | null;
  readonly bankProfileId: string;
  /** The bank's or the acquirer's own id of it. */
  readonly providerId: string;
  /** Of a case about a Pix. */
  readonly endToEndId?: string;
  /** What the bank is to be told: defence or acceptance; empty: nothing. */
  readonly answer: string;
  /** due (we bring it there), with_bank, or with_operator (somebody has to). */
  readonly answerState: string;
  readonly evidence: readonly StoredEvidence[];
};

export type StoredEvidence = {
  readonly id: string;
  readonly submittedAtMs: number;
  /** Whether there is a text, and the type of each file by its content. */
  readonly hasText: boolean;
  readonly fileTypes: readonly string[];
};

export type GetEvidenceRequest = {
  readonly disputeId: string;
  readonly evidenceId: string;
  /** Absent: the text. */
  readonly file?: number;
};

export type EvidenceContent = {
  /** As the merchant called it; empty for the text. */
  readonly name: string;
  /** text/plain, application/pdf, image/png or image/jpeg. */
  readonly contentType: string;
  readonly content: Buffer;
  /** Whom it lay under the key of was erased: all else is empty. */
  readonly erased: boolean;
};
