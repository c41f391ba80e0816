import { DATABASES, type DatabaseOwner } from '@gx/contracts';
import { type Cipher, keyIdOf, newCipher } from '@gx/runtime';
import { newSecrets } from '@gx/stack';
import { servers, startWebhookSink, until } from '@gx/testkit';
import test from 'ava';
import mongoose from 'mongoose';
import { mailSettings } from './mails.ts';
import { PATIENTLY } from './merchant.ts';
import { operator } from './operator.ts';
import { type Datum, PERSONS, plantPersons } from './persons.ts';
import { openShop, type Shop } from './shop.ts';
import { type Stack, startStack } from './stack.ts';
import { personsIn, walkStack } from './where-persons-lie.ts';

/** What names the persons of charges, payouts and refunds, as operators are asked for it. */
const NAMES = [
  ...(
    [
      'customer document',
      'document of a payer lock',
      'document of who paid',
      'document of a holder',
      'document of a payee',
    ] as const
  ).map((datum) => ['--document', PERSONS[datum]]),
  ...(['destination of a refund', 'Pix key of a payout'] as const).map((datum) => ['--pix-key', PERSONS[datum]]),
] as const;
/** Merchants' own, and their users, whom they remove themselves. */
const OF_MERCHANTS: ReadonlySet<Datum> = new Set([
  'id of the customer at the merchant',
  'e-mail of a user',
  'name of a user',
]);

type Text = { readonly place: string; readonly text: string };
async function textsOf(stack: Stack): Promise<readonly Text[]> {
  const texts: Text[] = [];
  await walkStack(stack, (place, text) => void texts.push({ place, text }));
  return texts;
}

/** Everything with which a ciphertext of the product can be opened now. */
async function keysOf({ namespace }: Stack, encryptionKey: string): Promise<readonly Buffer[]> {
  const ofService = Buffer.from(encryptionKey, 'base64');
  const { decrypt } = newCipher(ofService);
  const client = await mongoose.createConnection(servers().mongoUrl).asPromise();
  try {
    const owners = ['charge', 'payout', 'refund'] as const satisfies readonly DatabaseOwner[];
    const found = await Promise.all(
      owners.map((owner) =>
        client
          .useDb(`${namespace}${DATABASES[owner]}`)
          .collection('customer_keys')
          .find({ wrapped: { $exists: true } })
          .toArray(),
      ),
    );
    return [ofService, ...found.flat().map(({ wrapped }) => Buffer.from(decrypt(wrapped), 'base64'))];
  } finally {
    await client.close();
  }
}

const MAY_BE_CIPHERTEXT = /[A-Za-z0-9+/]{40,}={0,2}/g;
/** What stands beside a ciphertext in a message may read like a part of it. */
const BESIDE = [0, 1, 2, 3];

/** Where whom is read by who has all these keys and texts. */
function readBy(keys: readonly Buffer[], texts: readonly Text[]): readonly string[] {
  const ciphers = keys.map((key) => ({ keyId: keyIdOf(key), cipher: newCipher(key) }));
  const found = new Set<string>();
  const read = (place: string, text: string): void => {
    for (const datum of personsIn(text)) if (!OF_MERCHANTS.has(datum)) found.add(`${place}: ${datum}`);
    for (const [match] of text.matchAll(MAY_BE_CIPHERTEXT))
      for (const cleartext of openedBy(ciphers, match)) read(place, cleartext);
  };
  for (const { place, text } of texts) read(place, text);
  return [...found].toSorted();
}

function openedBy(ciphers: readonly { keyId: string; cipher: Cipher }[], match: string): readonly string[] {
  const candidates = BESIDE.flatMap((from) => BESIDE.map((to) => match.slice(from, match.length - to)));
  for (const ciphertext of candidates.filter(({ length }) => length % 4 === 0))
    for (const { keyId, cipher } of ciphers)
      try {
        return [cipher.decrypt({ keyId, ciphertext })];
      } catch {
        // Another key, or no ciphertext.
      }
  return [];
}

/** Nobody is erased who can still pay, or whose case is open. */
async function endWhatIsOpen(stack: Stack, shop: Shop): Promise<void> {
  const { body: disputes } = await shop.send('GET', '/v1/disputes?limit=100');
  for (const { id } of disputes['data'] as { id: string }[])
    await operator(stack, 'dispute', 'close', id, '--outcome', 'won', '--by', 'Eva');
  await until(
    'no charge can be paid any more',
    async () => {
      const { body } = await shop.send('GET', '/v1/charges?limit=100');
      const open = (body['data'] as { id: string; status: string }[]).filter(({ status }) =>
        ['pending', 'waiting_payment', 'processing'].includes(status),
      );
      for (const { id } of open) await shop.cancel(id);
      return open.length === 0;
    },
    PATIENTLY,
  );
}

test('every person is erased: who has all keys that are left reads nobody, in no collection, no topic and no copy of before', async (t) => {
  t.timeout(280_000);
  const [hook, sink] = await Promise.all([startWebhookSink(), startWebhookSink()]);
  const secrets = newSecrets();
  const env = { CUSTOMER_KEY_SECONDS: '1' };
  const stack = await startStack({ secrets, env, overrides: { keys: mailSettings(hook) } });
  t.teardown(async () => {
    await stack.stop();
    await Promise.all([hook.stop(), sink.stop()]);
  });
  const shop = await openShop(stack, sink);
  await plantPersons(stack, shop, hook);
  await endWhatIsOpen(stack, shop);

  const before = await textsOf(stack);
  const readBefore = readBy(await keysOf(stack, secrets.secretsKey), before);
  const planted = Object.keys(PERSONS).filter((datum) => !OF_MERCHANTS.has(datum as Datum));
  const isRead = (datum: string): boolean => readBefore.some((finding) => finding.endsWith(`: ${datum}`));
  t.deepEqual(
    planted.filter((datum) => !isRead(datum)),
    [],
    'with the keys of before everybody is read',
  );

  for (const name of NAMES) {
    const { code, out, err } = await operator(stack, 'privacy', 'erase', ...name);
    t.is(code, 0, `${name[0]}: ${out}${err}`);
  }
  const keys = await keysOf(stack, secrets.secretsKey);
  t.deepEqual(readBy(keys, await textsOf(stack)), []);
  t.deepEqual(
    readBy(
      keys,
      before.filter(({ place }) => !place.includes('customer_keys')),
    ),
    [],
    'a copy of before',
  );
});
