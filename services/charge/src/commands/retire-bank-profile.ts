import { type AwaitedOperator, isVisible, newAct, notFound, type OperatorWords, Refusal } from '@gx/core';
import type { NewCharges } from '@gx/providers';
import type { CallContext } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';
import { profileSetOf } from '../banks/bank-profile-set.ts';
import { operatorActor } from '../domain/acts.ts';
import {
  actOf,
  type BankProfileDocument,
  type BankProfileStore,
  type OperatorsAct,
  type ProfileStanding,
} from '../store/bank-profiles.ts';
import { bankProfileAct } from './bank-profile-act.ts';

export type RetireBankProfile = {
  readonly id: string;
  /** Takes it back: the profile stands in its old place again. */
  readonly undo: boolean;
  /** Also where nobody is left to take the new charges that it took. */
  readonly leaveNone: boolean;
  /** Who decided, for the record. */
  readonly operator: string;
};
/** Who takes new charges of the profile's environment from now on. */
export type ProfileSet = NewCharges<string> & {
  readonly livemode: boolean;
  /** Nothing is changed yet: another operator has to make the same call. */
  readonly awaited?: AwaitedOperator;
};
export type RetireBankProfileDeps = {
  readonly banks: Pick<BankDirectory, 'refresh'>;
  readonly profiles: BankProfileStore;
  readonly words: OperatorWords;
};

const OPERATOR_MAX = 100;

/**
 * A retired profile takes no new charges, on each replica from when it next reads the profiles. What began at
 * it goes on there. Done twice it is done once, under the name of who came first.
 */
export async function retireBankProfile(
  { banks, profiles, words }: RetireBankProfileDeps,
  ctx: CallContext,
  request: RetireBankProfile,
): Promise<ProfileSet> {
  const by = request.operator.trim();
  if (!isVisible(by) || by.length > OPERATOR_MAX)
    throw new Refusal('invalid_request', `Say who decides, in 1 to ${OPERATOR_MAX} characters.`, {
      param: 'operator',
    });
  const { id, undo, leaveNone } = request;
  const before = await profiles.all();
  let act: OperatorsAct = { at: ctx.now, by };
  if (decide(before, request, act) !== undefined) {
    const call = { subject: `bank_profile:${id}`, content: { act: 'retire', id, undo, leaveNone } };
    const consent = await words.consentTo({ ...call, operator: by, at: ctx.now });
    if (consent.awaited !== undefined) return { ...profileSet(before, id), awaited: consent.awaited };
    act = actOf(consent.record);
  }
  let change: ProfileStanding | undefined;
  const origin = newAct(operatorActor(act.by, act.proposedBy), ctx.now);
  const decideNow = (all: readonly BankProfileDocument[]) => {
    change = decide(all, request, act);
    return change;
  };
  const after = await profiles.stand(id, decideNow, ({ livemode }) =>
    bankProfileAct({ id, livemode }, undo ? 'bank_profile.restored' : 'bank_profile.retired', [], origin),
  );
  // Who did it is in the document: a name does not belong in a log.
  if (change !== undefined)
    ctx.log.warn(
      { bank_profile: request.id },
      request.undo ? 'a bank profile may take new charges again' : 'a bank profile was retired',
    );
  await banks.refresh();
  return profileSet(after, id);
}

function profileSet(profiles: readonly BankProfileDocument[], id: string): ProfileSet {
  const { livemode } = known(profiles, id);
  return { livemode, ...profileSetOf(profiles, livemode) };
}

/** What changes; nothing where it stands already as it is asked for. */
function decide(
  profiles: readonly BankProfileDocument[],
  { id, undo, leaveNone }: RetireBankProfile,
  act: OperatorsAct,
): ProfileStanding | undefined {
  const profile = known(profiles, id);
  const isRetired = profile.retired != null;
  if (undo) return isRetired ? { retired: null, restored: act } : undefined;
  if (isRetired) return undefined;
  const refusal = leaveNone ? undefined : refusalOf(profiles, profile);
  if (refusal !== undefined) throw refusal;
  return { retired: act };
}

function known(profiles: readonly BankProfileDocument[], id: string): BankProfileDocument {
  const profile = profiles.find(({ _id }) => _id === id);
  if (profile === undefined) throw notFound('bank profile');
  return profile;
}

/** Charges that nobody would take any more are told apart from those that another profile takes over. */
function refusalOf(profiles: readonly BankProfileDocument[], { _id: id, livemode }: BankProfileDocument) {
  const before = profileSetOf(profiles, livemode);
  const left = profiles.filter(({ _id }) => _id !== id);
  const after = profileSetOf(left, livemode);
  const orphaned = [
    ...(before.pix !== undefined && after.pix === undefined ? ['Pix'] : []),
    ...(before.orders !== undefined && after.orders === undefined ? ['other methods'] : []),
  ];
  if (orphaned.length === 0) return undefined;
  const mode = livemode ? 'live' : 'test';
  return new Refusal(
    'unprocessable_entity',
    `No other bank profile takes new ${mode} charges by ${orphaned.join(' and by ')}: they would be refused with no_provider_for_method.`,
    { reason: 'no_provider_for_method' },
  );
}
