import { createHmac } from 'node:crypto';
import { type Actor, type Id, newAct, notFound, Refusal, type Tenant } from '@gx/core';
import type { BankDirectory } from '../banks/bank-directory.ts';
import { asAct, type DisputeAction, disputeAct } from '../domain/acts.ts';
import { type AnswerContext, acceptDispute as accept, disputeIn, noteEvidence } from '../domain/answer-dispute.ts';
import type { Charge, Decision } from '../domain/charge.ts';
import type { Dispute, StoredDispute } from '../domain/dispute.ts';
import { type EvidenceRequest, type EvidenceType, evidenceTypes } from '../domain/evidence.ts';
import { tooMuchStored } from '../domain/stored-bytes.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { DisputeStore } from '../store/disputes.ts';
import type { EvidencePiece, EvidenceStore } from '../store/evidence.ts';
import type { StoredBytes } from '../store/stored-bytes.ts';

export type RespondDeps = {
  readonly charges: ChargeStore;
  readonly disputes: Pick<DisputeStore, 'byId'>;
  readonly evidence: Pick<EvidenceStore, 'add'>;
  readonly storedBytes: StoredBytes;
  readonly banks: BankDirectory;
  /** Names evidence by its content: nobody learns a short text from its name. */
  readonly txidSecret: string;
  readonly now: () => Date;
  /** Wakes the job that tells banks. */
  readonly triggerAnswers: () => void;
};

type RespondingMerchant = { readonly id: Id<'dispute'>; readonly actor: Actor };

/**
 * A merchant hands in evidence: stored encrypted before anything is told of it, then brought to the bank. The
 * same again changes nothing. Refused with `dispute_closed` once the dispute was won or lost, and with
 * `rate_limited` where the account has stored what it may on one day.
 */
export async function submitEvidence(
  deps: RespondDeps,
  tenant: Tenant,
  { id, actor, ...request }: EvidenceRequest & RespondingMerchant,
): Promise<StoredDispute> {
  const found = await demand(deps, tenant, id);
  const types = evidenceTypes(request);
  if (types instanceof Refusal) throw types;
  const evidenceId = nameOf(deps, id, request);
  const note = { id: evidenceId, submittedAt: deps.now(), hasText: request.text !== undefined, fileTypes: types };
  // A refusal stores nothing; what was stored for a charge that changed meanwhile is read by nobody.
  const check = (charge: Charge, dispute: Dispute, context: AnswerContext) =>
    noteEvidence(charge, dispute, note, context);
  const by = { action: 'dispute.evidence_submitted', actor } as const;
  await decideAbout(deps, found, check, { ...by, dryRun: true });
  if (found.dispute.evidence?.some((before) => before.id === evidenceId) !== true)
    await store(deps, tenant, { disputeId: id, evidenceId, chargeId: found.chargeId }, piecesOf(request, types));
  return decideAbout(deps, found, check, by);
}

/** Counts it among what the account stores on this day. */
async function store(
  { storedBytes, evidence, now }: RespondDeps,
  tenant: Tenant,
  name: Parameters<EvidenceStore['add']>[1],
  pieces: ReadonlyMap<string, EvidencePiece>,
): Promise<void> {
  const at = now();
  const bytes = [...pieces.values()].reduce((sum, { content }) => sum + content.byteLength, 0);
  const release = await storedBytes.claim(tenant, bytes, at);
  if (release === undefined) throw tooMuchStored(at);
  await evidence.add(tenant, name, pieces).catch((error: unknown) => {
    release();
    throw error;
  });
}

/** A merchant does not defend itself: the dispute is lost, and the bank is told. */
export async function acceptDispute(
  deps: RespondDeps,
  tenant: Tenant,
  { id, actor }: RespondingMerchant,
): Promise<StoredDispute> {
  return decideAbout(deps, await demand(deps, tenant, id), accept, { action: 'dispute.accepted', actor });
}

async function demand({ disputes }: RespondDeps, tenant: Tenant, id: Id<'dispute'>): Promise<StoredDispute> {
  const found = await disputes.byId(tenant, id);
  if (found === undefined) throw notFound('dispute');
  return found;
}

type Responding = { readonly action: DisputeAction; readonly actor: Actor; readonly dryRun?: boolean };
type DecideAbout = (charge: Charge, dispute: Dispute, context: AnswerContext) => Decision | Refusal;

async function decideAbout(
  { charges, banks, now, triggerAnswers }: RespondDeps,
  { tenant, chargeId, bankProfileId, ...stored }: StoredDispute,
  decide: DecideAbout,
  { action, actor, dryRun = false }: Responding,
): Promise<StoredDispute> {
  const bank = await banks.byId(bankProfileId);
  const isReported = stored.dispute.endToEndId !== undefined && stored.dispute.openedBy === undefined;
  const byApi = isReported && bank?.provider.capabilities().infractions === true;
  const origin = newAct(actor, now());
  const charge = await charges.update(tenant, chargeId, (current) => {
    const dispute = disputeIn(current, stored.dispute.id);
    if (dispute === undefined) throw notFound('dispute');
    const decision = decide(current, dispute, { byApi, now: now() });
    if (decision instanceof Refusal) throw decision;
    if (dryRun) return { kind: 'keep' };
    return asAct(decision, (after) => {
      const answered = disputeIn(after, dispute.id);
      return answered && disputeAct(after, [dispute, answered], action, origin);
    });
  });
  const dispute = disputeIn(charge, stored.dispute.id) ?? stored.dispute;
  if (!dryRun && dispute.answer?.state === 'due') triggerAnswers();
  return { ...stored, tenant, chargeId, bankProfileId, dispute };
}

function nameOf({ txidSecret }: RespondDeps, id: Id<'dispute'>, { text, files }: EvidenceRequest): string {
  const name = createHmac('sha256', txidSecret).update(`evidence:${id}:${JSON.stringify(text ?? null)}`);
  for (const file of files) name.update(`:${JSON.stringify(file.name)}:${file.content.length}:`).update(file.content);
  return name.digest('hex').slice(0, 32);
}

function piecesOf({ text, files }: EvidenceRequest, types: readonly EvidenceType[]): Map<string, EvidencePiece> {
  const pieces = new Map<string, EvidencePiece>();
  if (text !== undefined) pieces.set('text', { name: '', type: 'text/plain', content: Buffer.from(text) });
  for (const [index, file] of files.entries()) pieces.set(String(index), { ...file, type: types[index] as string });
  return pieces;
}
