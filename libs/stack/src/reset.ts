/** `npm run reset`: removes the local stack's state. The cache of servers stays; it belongs to all checkouts. */
import { rm } from 'node:fs/promises';
import { RUNNING_FILE, STATE_DIR } from './config.ts';
import { holderOf } from './pid-file.ts';

const holder = holderOf(RUNNING_FILE);
if (holder !== undefined) {
  console.error(`A stack of this checkout is running (process ${holder}). Stop it first.`);
  process.exit(1);
}
await rm(STATE_DIR, { recursive: true, force: true });
console.log('.stack is gone; the next start begins with empty servers and new keys.');
