import { destinationsOf, keyLookupsOf } from '../domain/pix-out-settings.ts';
import type { BankProfileDocument, BankProfileStore } from '../store/bank-profiles.ts';

export type ListBankProfilesDeps = { readonly profiles: BankProfileStore };

/**
 * Every bank profile, its secrets as they are stored: encrypted. The fields are those of the message
 * gx.charge.v1.BankProfile.
 */
export const listBankProfiles = async ({ profiles }: ListBankProfilesDeps) => ({
  profiles: (await profiles.all()).map(listed),
});

function listed(profile: BankProfileDocument) {
  const lookups = keyLookupsOf(profile);
  return {
    id: profile._id,
    livemode: profile.livemode,
    simulator: profile.simulator,
    baseUrl: profile.baseUrl,
    basePath: profile.basePath,
    tokenPath: profile.tokenPath,
    clientId: profile.clientId,
    clientSecretKeyId: profile.clientSecret.keyId,
    clientSecretCiphertext: profile.clientSecret.ciphertext,
    pixKey: profile.pixKey,
    payerQuery: profile.payerQuery,
    pixOutPath: profile.pixOutPath ?? undefined,
    pixOutFee: profile.pixOutFee,
    pixOutDestinations: [...destinationsOf(profile)],
    keyOwnerPath: profile.keyOwnerPath ?? undefined,
    pixOutOneAtATime: profile.pixOutOneAtATime,
    keyLookupsPerMinute: lookups.perMinute,
    keyLookupsAtOnce: lookups.atOnce,
    acquirerPath: profile.acquirerPath ?? undefined,
    certificate: profile.certificate ?? undefined,
    certificateKey: profile.certificateKey,
    bankAuthority: profile.bankAuthority ?? undefined,
    dialect: profile.dialect ?? undefined,
    version: profile.version,
  };
}
