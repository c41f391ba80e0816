import type { WalletKey } from '../domain/wallet.ts';
import type { ListingStore } from '../store/listings.ts';

type Deps = { readonly listings: ListingStore };

/** Takes all that stands in a wallet into its list; usually all of it is there. The caller ends it by `signal`. */
export async function completeListing({ listings }: Deps, key: WalletKey, signal?: AbortSignal): Promise<void> {
  while (await listings.listNext(key)) signal?.throwIfAborted();
}
