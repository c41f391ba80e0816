import type { Walk } from '../walk.ts';
import { BANK, CERTIFICATE } from './bank.ts';
import { LEDGER } from './ledger.ts';
import { MESSAGES } from './messages.ts';
import { MONEY } from './money.ts';
import { SERVICES } from './services.ts';
import { WEBHOOKS } from './webhooks.ts';

/** In the order in which they are played: each leaves the world as it found it. */
export const WALKS: readonly Walk[] = [
  ...BANK,
  ...MESSAGES,
  ...SERVICES,
  ...LEDGER,
  ...WEBHOOKS,
  ...MONEY,
  ...CERTIFICATE,
];
