import { profileSetOf } from '../banks/bank-profile-set.ts';
import { hintOf } from '../domain/pix-key-hint.ts';
import { destinationsOf } from '../domain/pix-out-settings.ts';
import type { BankProfileStore, OperatorsAct } from '../store/bank-profiles.ts';

export type DescribeBankProfilesDeps = {
  readonly profiles: Pick<BankProfileStore, 'all'>;
  /** When a certificate with those behind it ends. */
  readonly chainEndsAt: (pem: string) => Date;
};

/**
 * Every bank profile as operators may see it: no secret, not even encrypted, and no whole Pix key. The
 * message is gx.charge.v1.BankProfileStanding.
 */
export async function describeBankProfiles({ profiles, chainEndsAt }: DescribeBankProfilesDeps) {
  const all = await profiles.all();
  const rosters = { live: profileSetOf(all, true), test: profileSetOf(all, false) };
  return {
    profiles: all.map((profile) => {
      const { _id: id, livemode, simulator, baseUrl, pixKey, acquirerPath, receiptPath } = profile;
      const { activatedAt, certificate } = profile;
      const { pix, orders } = livemode ? rosters.live : rosters.test;
      return {
        id,
        livemode,
        simulator,
        baseUrl,
        pixKeyHint: hintOf(pixKey),
        hasOrders: acquirerPath !== null,
        hasReceipts: receiptPath !== null,
        pixOutDestinations: [...destinationsOf(profile)],
        hasKeyOwners: profile.keyOwnerPath != null,
        pixOutOneAtATime: profile.pixOutOneAtATime,
        takesPix: id === pix,
        takesOrders: id === orders,
        activatedAtMs: activatedAt.getTime(),
        certificateEndsAtMs: certificate === null ? undefined : chainEndsAt(certificate).getTime(),
        retired: actOf(profile.retired),
        restored: actOf(profile.restored),
      };
    }),
  };
}

const actOf = (act: OperatorsAct | null | undefined) => act && { atMs: act.at.getTime(), by: act.by };
