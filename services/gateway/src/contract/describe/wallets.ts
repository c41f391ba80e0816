import { balance, wallets } from '../answers/wallet.ts';
import type { Descriptions } from '../description.ts';

export const WALLETS: Descriptions = {
  'GET /v1/wallets/balance': {
    id: 'getBalance',
    tag: 'Wallets',
    summary:
      'Available, pending and retained money in BRL, the primary currency, and in each other one there is; with `currency` the flat shape of that one.',
    answers: { 200: balance },
  },
  'GET /v1/wallets': {
    id: 'listWallets',
    tag: 'Wallets',
    summary: 'One wallet for each currency.',
    answers: { 200: wallets },
  },
};
