import { type Id, notFound } from '@gx/core';
import type { EvidenceStore } from '../store/evidence.ts';

const NOTHING = Buffer.alloc(0);

export type GetEvidenceDeps = { readonly evidence: Pick<EvidenceStore, 'piece'> };

/**
 * For an operator who brings it to a bank: the text, or the file of this number; nothing of it once whom it
 * is of was erased. Personal data.
 */
export async function getEvidence(
  { evidence }: GetEvidenceDeps,
  {
    disputeId,
    evidenceId,
    file,
  }: { readonly disputeId: Id<'dispute'>; readonly evidenceId: string; readonly file?: number },
) {
  const piece = await evidence.piece({ disputeId, evidenceId }, file === undefined ? 'text' : String(file));
  if (piece === undefined) throw notFound('evidence');
  if (piece === 'erased') return { name: '', contentType: '', content: NOTHING, erased: true };
  return { erased: false, name: piece.name, contentType: piece.type, content: piece.content };
}
