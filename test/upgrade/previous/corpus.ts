import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets, StackAccount } from '@gx/stack';

/** What was asked of a version, and what it answered. */
export type RecordedResponse = { readonly path: string; readonly status: number; readonly body: unknown };

/** A sale that was not over when the version was left, and what was still to happen to it. */
export type UnfinishedSales = {
  /** The payer has not paid, and the time to do so is over since. */
  readonly open: string;
  /** The bank never said who paid: people decide. */
  readonly held: string;
  /** The bank is still at giving some of it back. */
  readonly refunding: { readonly charge: string; readonly refund: string; readonly endToEndId: string };
  /** Paid and credited; no endpoint has heard of it. */
  readonly untold: string;
  /** Paid, and not credited. */
  readonly unposted: string;
  /** Paid twice; nobody has taken up the order to give the second payment back. */
  readonly paidTwice: string;
};

/**
 * What a version leaves behind, beside its back-up and the bank's books: what its merchant was answered, and
 * what was not finished. Addresses of the gateway and the payer's page stand as `{gateway}` and `{checkout}`.
 */
export type Corpus = {
  readonly version: string;
  readonly recordedAt: string;
  /** Of a stack that was thrown away. */
  readonly secrets: Secrets;
  readonly account: StackAccount;
  readonly revokedKey: string;
  readonly answers: readonly RecordedResponse[];
  /** A request that was answered: with its key it is the same charge for ever. */
  readonly created: { readonly idempotencyKey: string; readonly request: object; readonly id: string };
  readonly unfinished: UnfinishedSales;
  /** What was in the wallet when the last service was stopped. */
  readonly available: number;
};

/** A folder for each version that anybody upgrades from. */
export const RECORDINGS = join(import.meta.dirname, 'recordings');
export const corpusFolder = (version: string): string => join(RECORDINGS, version);
export const backUpFolder = (folder: string): string => join(folder, 'back-up');
/** Its protos, compiled: `npm run check` holds those of today against them. */
export const protosFile = (folder: string): string => join(folder, 'protos.binpb');
const fileOf = (folder: string): string => join(folder, 'corpus.json');

export const readCorpus = async (folder: string): Promise<Corpus> =>
  JSON.parse(await readFile(fileOf(folder), 'utf8')) as Corpus;
export const writeCorpus = (folder: string, corpus: Corpus): Promise<void> =>
  writeFile(fileOf(folder), `${JSON.stringify(corpus, null, 2)}\n`);

type Addresses = { readonly gateway: string; readonly checkout: string };

/** An answer without where it was asked, and without what is new in each. */
export function withoutAddresses(body: unknown, { gateway, checkout }: Addresses): unknown {
  const text = JSON.stringify(body).replaceAll(gateway, '{gateway}').replaceAll(checkout, '{checkout}');
  return JSON.parse(text, (name, value) => (name === 'request_id' ? undefined : value)) as unknown;
}
