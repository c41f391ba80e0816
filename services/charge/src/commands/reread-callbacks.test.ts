import type { PixElement } from '@gx/providers';
import { createLogger } from '@gx/runtime';
import test from 'ava';
import type { Bank } from '../banks/bank-directory.ts';
import type { CallbackDocument, NewCallback } from '../store/callbacks.ts';
import { type RereadDeps, rereadCallbacks } from './reread-callbacks.ts';

/** Elements of a bank that can be read now: those that have an end-to-end id. */
function parseCallback(body: string): readonly PixElement[] {
  const unread = (raw: unknown): PixElement => ({ kind: 'unreadable', key: `of ${raw}`, raw, problems: ['x'] });
  const [, list] = /^(?:\{"pix":)?\[(.*)\]\}?$/.exec(body) ?? [];
  if (list === undefined) return [unread(body)];
  return list.split(',').map((raw) => {
    if (!raw.includes('E')) return unread(raw);
    const payment = { endToEndId: raw, txid: null, devolutions: [] } as never;
    return { kind: 'payment', key: `of ${raw}`, raw, payment };
  });
}

async function reread(...texts: readonly string[]) {
  const stored = texts.map((text, index) => ({
    _id: index + 1,
    elementKey: `of ${text}`,
    encrypted: { keyId: 'k', ciphertext: text },
    receivedAt: new Date(index),
  }));
  const replaced: [key: string, replacements: (string | null)[]][] = [];
  const deps = {
    callbacks: {
      unreadable: async (_bank: string, after: number | null, max: number) =>
        stored.filter(({ _id }) => _id > (after ?? 0)).slice(0, max) as unknown as CallbackDocument[],
      replaceUnreadable: async ({ elementKey }: CallbackDocument, callbacks: readonly NewCallback[]) =>
        void replaced.push([elementKey, callbacks.map(({ endToEndId }) => endToEndId)]),
    },
    cipher: {
      encrypt: (ciphertext: string) => ({ keyId: 'k', ciphertext }),
      decrypt: ({ ciphertext }: { ciphertext: string }) => {
        if (ciphertext === 'locked') throw new Error('no such key');
        return ciphertext;
      },
    },
    log: createLogger({ service: 'test', level: 'error' }),
  } as unknown as RereadDeps;
  await rereadCallbacks(deps, { id: 'one', livemode: false, provider: { parseCallback } } as unknown as Bank);
  return replaced;
}

test('an element that can be read now is replaced by itself, one that cannot stays', async (t) => {
  t.deepEqual(await reread('E1', 'still not'), [['of E1', ['E1']]]);
});

test('a whole body is replaced by all of its elements, those that cannot be read among them', async (t) => {
  t.deepEqual(await reread('[E1,not,E2]'), [['of [E1,not,E2]', ['E1', null, 'E2']]]);
});

test('one whose key is lost holds up none of the others', async (t) => {
  t.deepEqual(await reread('locked', 'E1'), [['of E1', ['E1']]]);
});

test('more than a page of them is read to its end', async (t) => {
  const texts = Array.from({ length: 250 }, (_, index) => `E${index}`);
  t.is((await reread(...texts)).length, 250);
});
