import type { ServiceAct } from '@gx/core';

/** An act as it waits in the document whose change it is. */
export type StoredAct = Omit<ServiceAct, 'id'> & { readonly _id: ServiceAct['id'] };
export const storedAct = ({ id, ...act }: ServiceAct): StoredAct => ({ _id: id, ...act });

/** Acts that wait already; documents without any have no such field. */
export const WAITING_ACTS = { $ifNull: ['$unfiled', []] } as const;

/** What an update by a pipeline sets beside a change that is an act. */
export const actBeside = (act: ServiceAct | undefined): object =>
  act === undefined ? {} : { unfiled: { $concatArrays: [WAITING_ACTS, [{ $literal: storedAct(act) }]] } };
