import { textTable } from './text-table.ts';
import type { Sealer, Walked } from './walk-secrets.ts';

/** Who opens what another service sealed. */
const OPENED_BY: Readonly<Record<string, readonly Sealer[]>> = { 'charge.bank_profiles': ['charge', 'refund'] };

export type KeyStanding = {
  readonly keyId: string;
  readonly sealsFor: readonly Sealer[];
  readonly opensFor: readonly Sealer[];
  readonly values: number;
};
export type SealingReport = {
  readonly keys: readonly KeyStanding[];
  readonly sealed: readonly { readonly collection: string; readonly keyId: string; readonly values: number }[];
  /** What somebody cannot open, or will not be able to, in words. */
  readonly problems: readonly string[];
};

/** Every key with who has it and what is under it. A key id is the same wherever the key is. */
export function sealingReport(walked: readonly Walked[]): SealingReport {
  const sealed = walked.flatMap(({ service, counts }) =>
    counts.map(({ collection, ...count }) => ({ collection: `${service}.${collection}`, ...count })),
  );
  const keyIds = new Set([
    ...walked.map(({ sealingKeyId }) => sealingKeyId),
    ...walked.flatMap(({ openingKeyIds }) => openingKeyIds),
    ...sealed.map(({ keyId }) => keyId),
  ]);
  const keys = [...keyIds].map(
    (keyId): KeyStanding => ({
      keyId,
      sealsFor: walked.filter(({ sealingKeyId }) => sealingKeyId === keyId).map(({ service }) => service),
      opensFor: walked.filter(({ openingKeyIds }) => openingKeyIds.includes(keyId)).map(({ service }) => service),
      values: sealed.filter((count) => count.keyId === keyId).reduce((sum, { values }) => sum + values, 0),
    }),
  );
  return { keys, sealed, problems: problemsOf(walked, sealed, new Map(keys.map((key) => [key.keyId, key]))) };
}

function problemsOf(
  walked: readonly Walked[],
  sealed: SealingReport['sealed'],
  keys: ReadonlyMap<string, KeyStanding>,
): string[] {
  const without = (readers: readonly Sealer[], keyId: string): Sealer[] =>
    readers.filter((reader) => keys.get(keyId)?.opensFor.includes(reader) !== true);
  const stored = sealed.flatMap(({ collection, keyId, values }) => {
    const owner = collection.split('.')[0] as Sealer;
    const blind = without(OPENED_BY[collection] ?? [owner], keyId);
    return blind.map((service) => `${service} does not open ${values} of ${collection}: it has no key ${keyId}.`);
  });
  const coming = Object.entries(OPENED_BY).flatMap(([collection, readers]) => {
    const owner = walked.find(({ service }) => service === collection.split('.')[0]);
    const blind = owner === undefined ? [] : without(readers, owner.sealingKeyId);
    return blind.map(
      (service) =>
        `${service} would not open what is sealed next for ${collection}: it has no key ${owner?.sealingKeyId}.`,
    );
  });
  const broken = walked
    .filter(({ unreadable }) => unreadable > 0)
    .map(({ service, unreadable }) => `${service}: ${unreadable} could not be opened, and stay as they are.`);
  return [...stored, ...coming, ...broken];
}

/** The report as an operator reads it; one line for each key says what may be done with it. */
export function sealingText({ keys, sealed, problems }: SealingReport): string {
  const table = textTable(
    ['COLLECTION', 'KEY', 'VALUES'],
    sealed.map(({ collection, keyId, values }) => [collection, keyId, String(values)]),
  );
  return `${[...(sealed.length === 0 ? [] : [table, '']), ...keys.map(keyLine), ...problems].join('\n')}\n`;
}

function keyLine({ keyId, sealsFor, opensFor, values }: KeyStanding): string {
  const has = [
    ...(sealsFor.length === 0 ? [] : [`seals for ${sealsFor.join(', ')}`]),
    opensFor.length === 0 ? 'nobody has it' : `opens for ${opensFor.join(', ')}`,
  ].join(', ');
  return `Key ${keyId}: ${has}; ${underIt(values, sealsFor.length > 0)}`;
}

function underIt(values: number, seals: boolean): string {
  const under = values === 0 ? 'nothing is under it' : `${values} ${values === 1 ? 'value is' : 'values are'} under it`;
  if (seals) return `${under}.`;
  return values === 0 ? `${under}, nobody needs it.` : `${under}, it must stay.`;
}
