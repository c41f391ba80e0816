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
    ...(profile.pixOutPath === null ? {} : { pixOutPath: profile.pixOutPath }),
    pixOutFee: profile.pixOutFee as number,
    ...(profile.acquirerPath === null ? {} : { acquirerPath: profile.acquirerPath }),
    ...(profile.certificate === null ? {} : { certificate: profile.certificate }),
    ...(profile.certificateKey === null ? {} : { certificateKey: profile.certificateKey }),
    ...(profile.bankAuthority === null ? {} : { bankAuthority: profile.bankAuthority }),
    version: profile.version,
  })),
});
