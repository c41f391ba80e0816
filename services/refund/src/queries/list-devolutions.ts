import type { ListDevolutionsResponse } from '@gx/contracts/refund';
import { type EndToEndId, Refusal } from '@gx/core';
import type { VisibleStatus } from '../domain/transitions.ts';
import type { DevolutionStore } from '../store/devolutions.ts';

const IDS_MAX = 100;

/** Devolutions that we have ordered of these Pix, in whatever state. */
export const listDevolutions =
  ({ devolutions }: { readonly devolutions: DevolutionStore }) =>
  async (ids: readonly string[]): Promise<ListDevolutionsResponse> => {
    if (ids.length > IDS_MAX) throw new Refusal('invalid_request', `At most ${IDS_MAX}.`, { param: 'end_to_end_ids' });
    const found = await devolutions.ofPix(ids as EndToEndId[]);
    return {
      devolutions: found.map(({ amount, status, ...devolution }) => ({
        ...devolution,
        amount: amount ?? 0,
        status: status as VisibleStatus,
      })),
    };
  };
