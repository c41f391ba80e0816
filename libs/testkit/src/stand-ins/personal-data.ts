import { randomUUID } from 'node:crypto';
import { SERVICES } from '@gx/contracts';
import type { Charge, OpenPersonalDataRequest, OpenPersonalDataResponse_Item } from '@gx/contracts/charge';
import { InvariantViolation, type PersonalField, type PersonalValues, unavailable } from '@gx/core';
import type { Host } from '@gx/runtime';
import { serveRpcs } from '../serve-rpcs.ts';
import { testHost } from '../test-host.ts';

/** How the answers are wrong: none, one less than there were, or of a name that nobody knows. */
type OpeningTrouble = 'down' | 'short' | 'unknown';
/** Charge, as those see it who show what its events hide of persons. */
export type PersonalDataStandIn = {
  readonly address: string;
  /** The charge as its events carry it: what it has of its customer is under the key of this name. */
  readonly hide: (charge: Charge, keyId: string) => Charge;
  readonly erase: (keyId: string) => void;
  /** Nobody can open what is under this key, and no call that holds it is answered. */
  readonly spoil: (keyId: string) => void;
  trouble: OpeningTrouble | undefined;
  /** How many each call was about that was answered well, and how many calls were not. */
  readonly answered: number[];
  failed: number;
  readonly stop: () => Promise<void>;
};
type StoppableHost = Host & { readonly stop: () => Promise<void> };
type Item = NonNullable<OpenPersonalDataRequest['items'][number]>;
type Hidden = { readonly accountId: string; readonly keyId: string; readonly values: PersonalValues };

const ERASED = { erased: true, values: {} } as const;
const UNKNOWN = { erased: false, values: { 'customer.shoe_size': '43' } } as const;

/** `charge`, as far as it opens personal data: a ciphertext is a name for what this process remembers. */
export async function startPersonalData(host: StoppableHost = testHost('charge')): Promise<PersonalDataStandIn> {
  const hidden = new Map<string, Hidden>();
  const [erased, spoilt] = [new Set<string>(), new Set<string>()];
  const openOne = ({ tenant, personalData }: Item): OpenPersonalDataResponse_Item => {
    const { keyId = '', ciphertext = '' } = personalData ?? {};
    const found = hidden.get(ciphertext);
    if (spoilt.has(keyId) || found === undefined || found.keyId !== keyId || found.accountId !== tenant?.accountId)
      throw new InvariantViolation('what does not open');
    return erased.has(keyId) ? ERASED : { erased: false, values: found.values };
  };
  const open = (_ctx: unknown, { items }: OpenPersonalDataRequest) => {
    const { trouble } = standIn;
    if (trouble !== undefined) standIn.failed += 1;
    if (trouble === 'down') throw unavailable('down');
    if (trouble === 'short') return { items: items.slice(1).map(openOne) };
    if (trouble === 'unknown') return { items: items.map(() => UNKNOWN) };
    const opened = items.map(openOne);
    standIn.answered.push(items.length);
    return { items: opened };
  };
  const standIn: PersonalDataStandIn = {
    address: '',
    hide: (charge, keyId) => {
      const ciphertext = randomUUID();
      const { shown, values } = apart(charge);
      hidden.set(ciphertext, { accountId: charge.tenant?.accountId ?? '', keyId, values });
      return { ...shown, personalData: { keyId, ciphertext, fields: Object.keys(values) } };
    },
    erase: (keyId) => void erased.add(keyId),
    spoil: (keyId) => void spoilt.add(keyId),
    trouble: undefined,
    answered: [],
    failed: 0,
    stop: host.stop,
  };
  const handlers = { OpenPersonalData: open };
  const { port } = await serveRpcs(host, { definition: SERVICES.charge, handlers: handlers as never });
  return Object.assign(standIn, { address: `127.0.0.1:${port}` });
}

/** What a charge shows once its customer is hidden, and what that hides. */
function apart({ customer, expectedPayerTaxId, metadataJson, ...shown }: Charge) {
  const metadata = JSON.parse(metadataJson) as { phone?: string };
  const { name, document, email, phone } = customer ?? {};
  const fields: Readonly<Record<PersonalField, string | undefined>> = {
    'customer.name': name,
    'customer.document': document,
    'customer.email': email,
    'customer.phone': phone,
    expected_payer_tax_id: expectedPayerTaxId,
    'metadata.phone': metadata.phone,
  };
  const values: PersonalValues = Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [PersonalField, string] => entry[1] !== undefined),
  );
  const left = metadata.phone === undefined ? metadataJson : JSON.stringify({ ...metadata, phone: null });
  return { shown: { ...shown, customer: {}, metadataJson: left }, values };
}
