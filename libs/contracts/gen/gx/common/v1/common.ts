// Written by `npm run generate` from protos/gx/common/v1/common.proto.

/** Whose data, and which world of it. */
export type Tenant = {
  readonly accountId: string;
  readonly livemode: boolean;
};

/** One refusal on its way to the client. Travels in the trailer `gx-error-bin`. */
export type ErrorDetail = {
  /** A row of the error table. */
  readonly code: string;
  readonly message: string;
  readonly param?: string;
  readonly details: readonly FieldProblem[];
  /** Why an `unprocessable_entity` was refused. */
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
};

export type FieldProblem = {
  readonly param: string;
  readonly message: string;
};

/** One step of a walk through everything that a service keeps encrypted. */
export type ReencryptSecretsRequest = {
  /** Where an earlier step ended; without it the walk begins. */
  readonly after?: string;
  /** Counts, and encrypts nothing again. */
  readonly dryRun: boolean;
};

/** Names keys and counts values; nothing of a secret is in it. */
export type ReencryptSecretsResponse = {
  /** The key that this process encrypts with, and all that it opens. */
  readonly encryptionKeyId: string;
  readonly decryptionKeyIds: readonly string[];
  /** Of the documents that this step looked at, as it found them. */
  readonly counts: readonly EncryptedCount[];
  /** Encrypted again by this step, and what no key opens. */
  readonly reencrypted: number;
  readonly unreadable: number;
  /** Where the next step begins; absent behind the last. */
  readonly next?: string;
};

export type EncryptedCount = {
  readonly collection: string;
  readonly keyId: string;
  readonly values: number;
};

/**
 * An act that takes two operators (TWO_OPERATORS) and has one: nothing was done. Another operator makes the
 * same call until then, and it is done.
 */
export type AwaitedOperator = {
  /** Who made the call first, and when. */
  readonly operator: string;
  readonly atMs: number;
  readonly untilMs: number;
  /** Whose call about the same thing, with other arguments, counts no more since this one. */
  readonly insteadOf?: string;
};

/** Whose personal data, at one account or at all: exactly one of document and pix_key. Never log it. */
export type NamedPerson = {
  /** A CPF, CNPJ or other tax id, with punctuation or without. */
  readonly document: string;
  /** A Pix key or Pix code that money went to, whose owner's document is not known. */
  readonly pixKey: string;
  /** Raw id of one account; absent: of all. */
  readonly accountId?: string;
};

export type ExportPersonalDataRequest = {
  readonly person: NamedPerson | null;
  /** Raw id of the last record of the page before. */
  readonly startingAfter?: string;
};

/** One payout. */
export type ExportPersonalDataResponse_Record = {
  readonly tenant: Tenant | null;
  readonly id: string;
  readonly createdAtMs: number;
  /** Never log it. */
  readonly values: Readonly<Record<string, string>>;
};

export type ExportPersonalDataResponse = {
  readonly records: readonly ExportPersonalDataResponse_Record[];
  readonly hasMore: boolean;
};

export type ErasePersonalDataRequest = {
  readonly person: NamedPerson | null;
};

export type ErasePersonalDataResponse = {
  /** How many keys this call destroyed: one for each account and mode that knew the person. */
  readonly keys: number;
  /** How many records hold what was under them. */
  readonly records: number;
  /** More than 0: a key is left, and can be destroyed after so long. */
  readonly waitMs: number;
  /** So long may a process still read what was under the destroyed keys. */
  readonly inForceAfterMs: number;
};
