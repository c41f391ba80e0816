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
