import { dynamicBrCode, fitsBrCode, hasValidCrc, type MerchantName } from '@gx/core';
import type { PixCode } from './charge.ts';

/** What a bank shows of a charge that a code can be had from. */
type CodeSource = { readonly brCode: string | null; readonly location: string | null; readonly expiresAt: Date };

/**
 * The bank's own code if it can be scanned, else one built from the location; undefined when the bank gave
 * neither.
 */
export function pixCodeOf({ brCode, location, expiresAt }: CodeSource, merchant: MerchantName): PixCode | undefined {
  if (brCode !== null && hasValidCrc(brCode)) return { brCode, expiresAt };
  return location === null || !fitsBrCode(location)
    ? undefined
    : { brCode: dynamicBrCode(location, merchant), expiresAt };
}
