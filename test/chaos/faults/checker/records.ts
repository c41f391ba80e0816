export type Owner = { readonly accountId: string };
export type Outbox = { readonly outbox: readonly { readonly eventId: string }[] };
/** What the statistics hold of one hour. */
export type CellRecord = Owner & {
  readonly livemode: boolean;
  readonly hour: string;
  readonly dirty: boolean;
  readonly rows: readonly {
    readonly method: string;
    readonly currency: string;
    readonly sums: Readonly<Record<string, number>>;
    readonly timeToPay: Readonly<Record<string, number>>;
  }[];
};
export type UnmatchedPaymentRecord = Outbox & {
  readonly endToEndId: string;
  readonly amount: number;
  readonly returnedAt: Date | null;
  readonly due?: Readonly<Record<string, Date>>;
};
export type DeliveryRecord = Owner & {
  readonly _id: string;
  readonly eventId: string;
  readonly eventName: string;
  readonly endpointId: string;
  readonly status: string;
  /** Of one that may be sent, or whose event does not keep it. */
  readonly payload?: string;
  readonly apiVersion?: string;
};
/** An event that webhooks keeps, with what its deliveries sent. */
export type KeptEventRecord = Owner & { readonly _id: string; readonly body?: string; readonly legacy?: string };
export type KeySlotRecord = { readonly live?: { readonly fingerprint: string; readonly label?: string } };
export type CobRecord = { readonly txid: string; readonly status: string };
export type PixRecord = {
  readonly _id: string;
  readonly txid?: string;
  readonly amount: number;
  readonly paidAt: Date;
  readonly payer: { readonly taxId: string };
  readonly devolutions: readonly DevolutionRecord[];
};
/** `nature`: of what the bank took back by itself. */
export type DevolutionRecord = {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
  readonly requestedAt?: Date;
  nature?: string;
};
/** A payer contests a Pix, as the bank has it. */
export type InfractionRecord = { readonly _id: string; readonly endToEndId: string; readonly status: string };
