import { ask, testOnOneEdge } from './harness/gateway.ts';

const test = testOnOneEdge();

test.serial(
  '200 several currencies: each one is a balance and a wallet of its own; what is retained is in none of them',
  async (t) => {
    const { url, keys, ledger } = t.context;
    const key = keys.state.issue();
    ledger.state.wallets = [
      { currency: 'BRL', available: 900, pending: 0, retained: 5 },
      { currency: 'ARS', available: 40, pending: 60, retained: 7, nextReleaseAtMs: 1_000, nextReleaseAmount: 60 },
    ];
    const brl = { currency: 'BRL', available: 900, pending: 0, total: 900 };
    const ars = { currency: 'ARS', available: 40, pending: 60, total: 100 };
    t.deepEqual((await ask(`${url}/v1/wallets/balance`, { key })).body, {
      ...brl,
      retained: 5,
      next_release_at: null,
      next_release_amount: null,
      balances: [brl, ars],
      primary: brl,
    });
    t.deepEqual((await ask(`${url}/v1/wallets/balance?currency=ARS`, { key })).body, {
      currency: 'ARS',
      available: 40,
      pending: 60,
      next_release_at: '1970-01-01T00:00:01.000Z',
      next_release_amount: 60,
    });
    t.deepEqual((await ask(`${url}/v1/wallets`, { key })).body as unknown, [
      { currency: 'BRL', walletType: 'OPERATIONAL', balance: 900, pendingBalance: 0 },
      { currency: 'ARS', walletType: 'OPERATIONAL', balance: 40, pendingBalance: 60 },
    ]);
  },
);

test.serial(
  '200 the primary currency is BRL, with zeros, also of an account that was credited in another one alone',
  async (t) => {
    const { url, keys, ledger } = t.context;
    const key = keys.state.issue();
    ledger.state.wallets = [
      { currency: 'USDT', available: 40, pending: 60, retained: 7, nextReleaseAtMs: 1_000, nextReleaseAmount: 60 },
    ];
    const brl = { currency: 'BRL', available: 0, pending: 0, total: 0 };
    t.deepEqual((await ask(`${url}/v1/wallets/balance`, { key })).body, {
      ...brl,
      retained: 0,
      next_release_at: null,
      next_release_amount: null,
      balances: [{ currency: 'USDT', available: 40, pending: 60, total: 100 }],
      primary: brl,
    });
    t.deepEqual((await ask(`${url}/v1/wallets`, { key })).body as unknown, [
      { currency: 'USDT', walletType: 'OPERATIONAL', balance: 40, pendingBalance: 60 },
    ]);
  },
);
