/** Messages of gx.keys.v1. */
export type * from '../gen/gx/keys/v1/keys.ts';
