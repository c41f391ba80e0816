import {
  type AwaitedOperator,
  type ConsentRecord,
  isVisible,
  newAct,
  type OperatorWords,
  PIX_KEY_MAX,
  Refusal,
  unavailable,
} from '@gx/core';
import { dialectProblem, tlsProblem } from '@gx/providers';
import type { CallContext, Cipher } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';
import { operatorActor } from '../domain/acts.ts';
import { type PixOutSettings, pixOutProblem } from '../domain/pix-out-settings.ts';
import { actOf, type BankProfileInput, type BankProfileStore } from '../store/bank-profiles.ts';
import { bankProfileAct, profileAsSet } from './bank-profile-act.ts';
import { registerCallbacks } from './register-callbacks.ts';

/** A profile as an operator writes it, its secrets in the clear. */
export type SetBankProfile = Omit<
  BankProfileInput,
  '_id' | 'activatedAt' | 'clientSecret' | 'certificateKey' | 'lastSet'
> &
  PixOutSettings & {
    readonly id: string;
    readonly clientSecret: string;
    readonly certificateKey: string | null;
    /** Who takes new charges stays who it is, unless the profile is new. */
    readonly keepPlace: boolean;
    /** Who decided, for the record; needed where it takes two operators. */
    readonly operator?: string;
  };
export type SetBankProfileDeps = {
  readonly banks: BankDirectory;
  readonly profiles: BankProfileStore;
  readonly words: OperatorWords;
  readonly cipher: Cipher;
  /** Whether live charges may go to a simulated bank: for tests of isolation only. */
  readonly allowSimulatedLive: boolean;
};

const invalid = (param: string, message: string): Refusal => new Refusal('invalid_request', message, { param });

/** What became of a set: it is awaited where another operator has to make the same call. */
export type SetOutcome = { readonly retired: boolean; readonly awaited?: AwaitedOperator };

/**
 * Makes or replaces a bank profile and has the bank send its callbacks to us. The profile stands even if the
 * bank cannot be reached now: a job goes on trying, and the refusal only tells the operator. Where it takes
 * two operators the first one's call changes nothing.
 */
export async function setBankProfile(
  deps: SetBankProfileDeps,
  ctx: CallContext,
  { operator: by, ...request }: SetBankProfile,
): Promise<SetOutcome> {
  const { banks, profiles, words } = deps;
  const problem = problemOf(request, deps.allowSimulatedLive) ?? certificateProblem(request, ctx.now);
  if (problem !== undefined) throw problem;
  const operator = operatorOf(by, words);
  const { id } = request;
  const before = (await profiles.all()).find(({ _id }) => _id === id);
  if (before !== undefined && before.livemode !== request.livemode) throw SET_REFUSALS.other_environment();
  if (before?.retired != null && !request.keepPlace) throw SET_REFUSALS.retired();
  const call = { subject: `bank_profile:${id}`, content: { act: 'set', ...request }, at: ctx.now };
  const consent = await words.consentTo({ ...call, operator: operator ?? '' });
  if (consent.awaited !== undefined) return { retired: before?.retired != null, awaited: consent.awaited };
  await write(deps, ctx, request, operator === undefined ? undefined : consent.record);
  await banks.refresh();
  const bank = await banks.byId(id);
  if (bank === undefined || !(await registerCallbacks({ profiles, log: ctx.log }, bank))) {
    throw unavailable('The profile is set, but the bank has not confirmed where its callbacks go. It is tried again.');
  }
  const listed = await banks.listed();
  return { retired: listed.some((one) => one.id === id && one.retired === true) };
}

const SET_REFUSALS = {
  other_environment: () => invalid('livemode', 'A profile cannot change its environment: use another id.'),
  retired: () => invalid('keep_place', 'The profile is retired: take that back before it is used for new charges.'),
} as const;
const OPERATOR_MAX = 100;

function operatorOf(given: string | undefined, { areTwoNeeded }: OperatorWords): string | undefined {
  if (given === undefined && !areTwoNeeded) return undefined;
  const operator = given?.trim() ?? '';
  if (isVisible(operator) && operator.length <= OPERATOR_MAX) return operator;
  const two = areTwoNeeded ? ' It takes two operators here (TWO_OPERATORS).' : '';
  throw invalid('operator', `Say who decides (--by), in 1 to ${OPERATOR_MAX} characters.${two}`);
}

async function write(
  { profiles, cipher }: SetBankProfileDeps,
  { now }: CallContext,
  { id, clientSecret, certificateKey, keepPlace, ...profile }: Omit<SetBankProfile, 'operator'>,
  record: ConsentRecord | undefined,
): Promise<void> {
  const replaced = {
    _id: id,
    ...profile,
    clientSecret: cipher.encrypt(clientSecret),
    certificateKey: certificateKey === null ? null : cipher.encrypt(certificateKey),
    activatedAt: now,
    lastSet: record === undefined ? null : actOf(record),
  };
  const actor =
    record === undefined ? ({ kind: 'operator' } as const) : operatorActor(record.operator, record.proposedBy);
  const act = bankProfileAct({ id, ...profile }, 'bank_profile.set', profileAsSet(replaced), newAct(actor, now));
  const set = await profiles.set(replaced, { keepPlace, act });
  if (set !== 'set') throw SET_REFUSALS[set]();
}

const PATH = /^(\/[\w.-]+)+$/;
const isPathOrNone = (path: string | null): boolean => path === null || PATH.test(path);

function problemOf(profile: SetBankProfile, allowSimulatedLive: boolean): Refusal | undefined {
  const { id, baseUrl, basePath, tokenPath, clientId, clientSecret, pixKey, livemode, simulator } = profile;
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(id)) return invalid('id', 'Lower-case letters, digits, - and _, at most 64.');
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    return invalid('base_url', 'Not an http or https URL.');
  if (!isOrigin(baseUrl)) return invalid('base_url', 'Scheme, host and port only; the path goes into base_path.');
  if (livemode && !simulator && !baseUrl.startsWith('https:'))
    return invalid('base_url', 'A live bank is reached by https.');
  if (!/^(\/[\w.-]+)*$/.test(basePath)) return invalid('base_path', 'A path without a slash at its end.');
  if (!PATH.test(tokenPath)) return invalid('token_path', 'A path.');
  if (!isPathOrNone(profile.pixOutPath)) return invalid('pix_out_path', 'A path after the base path.');
  if (!isPathOrNone(profile.keyOwnerPath)) return invalid('key_owner_path', 'A path after the base path.');
  if (!isPathOrNone(profile.acquirerPath)) return invalid('acquirer_path', 'A path.');
  if (!isPathOrNone(profile.receiptPath)) return invalid('receipt_path', 'A path after the base path.');
  if (!isPathOrNone(profile.balancePath)) return invalid('balance_path', 'A path after the base path.');
  if (!isPathOrNone(profile.infractionsPath ?? null)) return invalid('infractions_path', 'A path after the base path.');
  if (clientId === '' || clientSecret === '') return invalid('client_id', 'Credentials must not be empty.');
  if (!isShare(profile.providerFeeBasisPoints))
    return invalid('provider_fee_basis_points', 'Hundredths of a percent: 0 to 10,000.');
  if (pixKey === '' || pixKey.length > PIX_KEY_MAX)
    return invalid('pix_key', `A Pix key has 1 to ${PIX_KEY_MAX} characters.`);
  if (livemode && simulator && !allowSimulatedLive) {
    return invalid('simulator', 'Live charges never go to a simulated bank in this deployment.');
  }
  const pixOut = pixOutProblem(profile);
  if (pixOut !== undefined) return invalid(...pixOut);
  const dialect = dialectProblem(profile.dialect ?? {});
  return dialect && invalid(`dialect.${dialect[0]}`, dialect[1]);
}

/**
 * Whether connections can be opened to it as it stands: a profile that they cannot be opened for would stop
 * its environment (ADR 75).
 */
function isOrigin(baseUrl: string): boolean {
  const { origin, href } = new URL(baseUrl);
  return href === `${origin}/`;
}

const isShare = (basisPoints: number): boolean =>
  Number.isInteger(basisPoints) && basisPoints >= 0 && basisPoints <= 10_000;

/** Which field a part of it came in. */
const FIELDS = { cert: 'certificate', key: 'certificate_key', ca: 'bank_authority' } as const;

/** A certificate that cannot be used would be found by the first charge, which would not be made. */
function certificateProblem(request: SetBankProfile, now: Date): Refusal | undefined {
  const { certificate, certificateKey, bankAuthority, baseUrl } = request;
  if (certificate === null && certificateKey === null && bankAuthority === null) return undefined;
  if (!baseUrl.startsWith('https:'))
    return invalid('base_url', 'Certificates are for a bank that is reached by https.');
  const tls = {
    ...(certificate === null ? {} : { cert: certificate }),
    ...(certificateKey === null ? {} : { key: certificateKey }),
    ...(bankAuthority === null ? {} : { ca: bankAuthority }),
  };
  const problem = tlsProblem(tls, now);
  return problem && invalid(FIELDS[problem.part], problem.message);
}
