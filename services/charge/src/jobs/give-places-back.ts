import type { PlaceStore } from '../store/velocity-places.ts';

/**
 * Lets charges that are over count no more. Whoever would be refused for them does the same first, so this
 * may take its time.
 */
export const givePlacesBack =
  ({ places }: { readonly places: PlaceStore }) =>
  async (): Promise<void> => {
    for (const tenant of await places.due()) await places.giveBack(tenant);
  };
