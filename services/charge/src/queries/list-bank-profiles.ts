import type { BankProfileStore } from '../store/bank-profiles.ts';

export type ListBankProfilesDeps = { readonly profiles: BankProfileStore };

/**
 * Every bank profile, its secrets as they are stored: encrypted. The fields are those of the message
 * gx.charge.v1.BankProfile.
 */
export const listBankProfiles = async ({ profiles }: ListBankProfilesDeps) => ({
  profiles: (await profiles.all()).map((profile) => ({
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
    // Profiles of an earlier version say nothing of these.
    payerQuery: profile.payerQuery ?? false,
    ...(typeof profile.pixOutPath === 'string' ? { pixOutPath: profile.pixOutPath } : {}),
    pixOutFee: (profile.pixOutFee ?? 0) as number,
    ...(typeof profile.acquirerPath === 'string' ? { acquirerPath: profile.acquirerPath } : {}),
    ...(typeof profile.certificate === 'string' ? { certificate: profile.certificate } : {}),
    ...(profile.certificateKey == null ? {} : { certificateKey: profile.certificateKey }),
    ...(typeof profile.bankAuthority === 'string' ? { bankAuthority: profile.bankAuthority } : {}),
    version: profile.version,
  })),
});
