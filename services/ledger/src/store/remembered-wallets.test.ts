import { cents, newId } from '@gx/core';
import test from 'ava';
import { unopenedWallet, type WalletKey, walletKeyOf } from '../domain/wallet.ts';
import { rememberedWallets } from './remembered-wallets.ts';
import type { WalletBatch, Write } from './standing.ts';

const keyOf = (): WalletKey => ({ accountId: newId('account'), livemode: false, currency: 'BRL' });
const batchOf = (key: WalletKey, reference: string): WalletBatch => {
  const draft = { ...walletKeyOf(key), reference } as never;
  return { key, writes: [{ kind: 'post', draft, traceparent: undefined } as Write] };
};

test('postings to wallets that are remembered need no reading; holds, releases and other wallets do', (t) => {
  const remembered = rememberedWallets();
  const key = keyOf();
  const listed = { seq: 3, at: new Date(0) };
  const wallet = { ...unopenedWallet(key), available: cents(500), seq: 3, head: 'abc', listed };
  t.is(remembered.guess([batchOf(key, 'paid:1')]), undefined);
  remembered.keep(wallet);
  t.like(remembered.guess([batchOf(key, 'paid:1')]), [{ wallet }]);
  t.is(remembered.guess([batchOf(key, 'paid:1'), batchOf(keyOf(), 'paid:2')]), undefined);
  t.is(remembered.guess([batchOf(key, 'release:1')]), undefined);
  t.is(remembered.guess([{ key, writes: [{ kind: 'hold', act: {} as never }] }]), undefined);
  remembered.forget(key);
  t.is(remembered.guess([batchOf(key, 'paid:1')]), undefined);
});

test('a wallet whose list is behind its chain is read each time, until the list has caught up', (t) => {
  const remembered = rememberedWallets();
  const key = keyOf();
  const wallet = { ...unopenedWallet(key), seq: 3, head: 'abc', listed: { seq: 2, at: new Date(0) } };
  remembered.keep({ ...wallet, seq: 2 });
  t.not(remembered.guess([batchOf(key, 'paid:1')]), undefined);
  remembered.keep(wallet);
  t.is(remembered.guess([batchOf(key, 'paid:1')]), undefined);
});

test('of more wallets than are kept, those written longest ago are forgotten', (t) => {
  const remembered = rememberedWallets(2);
  const [first, second, third] = [keyOf(), keyOf(), keyOf()] as const;
  for (const key of [first, second, first, third]) remembered.keep(unopenedWallet(key));
  const isKept = (key: WalletKey): boolean => remembered.guess([batchOf(key, 'paid:1')]) !== undefined;
  t.deepEqual([first, second, third].map(isKept), [true, false, true]);
});
