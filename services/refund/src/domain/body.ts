import { type Decision, KEEP, type Refund } from './refund.ts';

/** Stores what will be said to the bank before it is said; the owner goes on. */
export const sayAs = (refund: Refund, owner: string, body: string): Decision =>
  refund.work.owner === owner && refund.bank.body === null
    ? { kind: 'change', refund: { ...refund, bank: { ...refund.bank, body } }, events: [], next: 'held' }
    : KEEP;
