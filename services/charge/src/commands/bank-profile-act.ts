import { type ActOrigin, type AuditChange, PLATFORM_ACCOUNT, type ServiceAct, type ServiceAction } from '@gx/core';
import type { BankProfileInput } from '../store/bank-profiles.ts';

type ProfileAction = Extract<ServiceAction, `bank_profile.${string}`>;

/** An operator's act on a bank profile, which is on no account. */
export const bankProfileAct = (
  { id, livemode }: { readonly id: string; readonly livemode: boolean },
  action: ProfileAction,
  changes: readonly AuditChange[],
  origin: ActOrigin,
): ServiceAct => ({ ...origin, tenant: { accountId: PLATFORM_ACCOUNT, livemode }, action, objectId: id, changes });

/** What a profile says in the clear, of all but its certificates; secrets are in none of it. */
const SHOWN = [
  'simulator',
  'baseUrl',
  'basePath',
  'tokenPath',
  'providerFeeFixed',
  'providerFeeBasisPoints',
  'merchantName',
  'merchantCity',
  'pixOutPath',
  'pixOutFee',
  'acquirerPath',
  'receiptPath',
  'balancePath',
] as const satisfies readonly (keyof BankProfileInput)[];

/** As it was set: what it was before is what the act before says. */
export const profileAsSet = (profile: Pick<BankProfileInput, (typeof SHOWN)[number] | 'dialect'>): AuditChange[] => [
  ...SHOWN.flatMap((field) => (profile[field] === null ? [] : [{ field, after: String(profile[field]) }])),
  ...(profile.dialect == null ? [] : [{ field: 'dialect', after: JSON.stringify(profile.dialect) }]),
];
