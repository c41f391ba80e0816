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
    payerQuery: profile.payerQuery,
    pixOutPath: profile.pixOutPath ?? undefined,
    pixOutFee: profile.pixOutFee,
    acquirerPath: profile.acquirerPath ?? undefined,
    certificate: profile.certificate ?? undefined,
    certificateKey: profile.certificateKey,
    bankAuthority: profile.bankAuthority ?? undefined,
    version: profile.version,
  })),
});
