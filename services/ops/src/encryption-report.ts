import { textTable } from './text-table.ts';
import type { EncryptingService, WalkResult } from './walk-secrets.ts';

/** Who opens what another service encrypted. */
const OPENED_BY: Readonly<Record<string, readonly EncryptingService[]>> = {
  'charge.bank_profiles': ['charge', 'refund', 'payout'],
};

export type KeyUsage = {
  readonly keyId: string;
  readonly encryptsFor: readonly EncryptingService[];
  readonly opensFor: readonly EncryptingService[];
  readonly values: number;
};
export type EncryptionReport = {
  readonly keys: readonly KeyUsage[];
  readonly encrypted: WalkResult['counts'];
  /** What somebody cannot open, or will not be able to, in words. */
  readonly problems: readonly string[];
};

/** Every key with who has it and what is under it. A key id is the same wherever the key is. */
export function encryptionReport(walked: readonly WalkResult[]): EncryptionReport {
  const encrypted = walked.flatMap(({ service, counts }) =>
    counts.map(({ collection, ...count }) => ({ collection: `${service}.${collection}`, ...count })),
  );
  const keyIds = new Set([
    ...walked.map(({ encryptionKeyId }) => encryptionKeyId),
    ...walked.flatMap(({ decryptionKeyIds }) => decryptionKeyIds),
    ...encrypted.map(({ keyId }) => keyId),
  ]);
  const keys = [...keyIds].map(
    (keyId): KeyUsage => ({
      keyId,
      encryptsFor: walked.filter(({ encryptionKeyId }) => encryptionKeyId === keyId).map(({ service }) => service),
      opensFor: walked.filter(({ decryptionKeyIds }) => decryptionKeyIds.includes(keyId)).map(({ service }) => service),
      values: encrypted.filter((count) => count.keyId === keyId).reduce((sum, { values }) => sum + values, 0),
    }),
  );
  return { keys, encrypted, problems: problemsOf(walked, encrypted, new Map(keys.map((key) => [key.keyId, key]))) };
}

function problemsOf(
  walked: readonly WalkResult[],
  encrypted: EncryptionReport['encrypted'],
  keys: ReadonlyMap<string, KeyUsage>,
): string[] {
  const without = (readers: readonly EncryptingService[], keyId: string): EncryptingService[] =>
    readers.filter((reader) => keys.get(keyId)?.opensFor.includes(reader) !== true);
  const stored = encrypted.flatMap(({ collection, keyId, values }) => {
    const owner = collection.split('.')[0] as EncryptingService;
    const blind = without(OPENED_BY[collection] ?? [owner], keyId);
    return blind.map((service) => `${service} does not open ${values} of ${collection}: it has no key ${keyId}.`);
  });
  const coming = Object.entries(OPENED_BY).flatMap(([collection, readers]) => {
    const owner = walked.find(({ service }) => service === collection.split('.')[0]);
    const blind = owner === undefined ? [] : without(readers, owner.encryptionKeyId);
    return blind.map(
      (service) =>
        `${service} would not open what is encrypted next for ${collection}: it has no key ${owner?.encryptionKeyId}.`,
    );
  });
  const broken = walked
    .filter(({ unreadable }) => unreadable > 0)
    .map(({ service, unreadable }) => `${service}: ${unreadable} could not be opened, and stay as they are.`);
  return [...stored, ...coming, ...broken];
}

/** The report as an operator reads it; one line for each key says what may be done with it. */
export function encryptionText({ keys, encrypted, problems }: EncryptionReport): string {
  const table = textTable(
    ['COLLECTION', 'KEY', 'VALUES'],
    encrypted.map(({ collection, keyId, values }) => [collection, keyId, String(values)]),
  );
  return `${[...(encrypted.length === 0 ? [] : [table, '']), ...keys.map(keyLine), ...problems].join('\n')}\n`;
}

function keyLine({ keyId, encryptsFor, opensFor, values }: KeyUsage): string {
  const has = [
    ...(encryptsFor.length === 0 ? [] : [`encrypts for ${encryptsFor.join(', ')}`]),
    opensFor.length === 0 ? 'nobody has it' : `opens for ${opensFor.join(', ')}`,
  ].join(', ');
  return `Key ${keyId}: ${has}; ${underIt(values, encryptsFor.length > 0)}`;
}

function underIt(values: number, encrypts: boolean): string {
  const under = values === 0 ? 'nothing is under it' : `${values} ${values === 1 ? 'value is' : 'values are'} under it`;
  if (encrypts) return `${under}.`;
  return values === 0 ? `${under}, nobody needs it.` : `${under}, it must stay.`;
}
