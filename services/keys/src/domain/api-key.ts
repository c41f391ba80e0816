import { type Id, Refusal, sha256Hex } from '@gx/core';
import { type Act, type AuditEvent, actOf, OPS } from './audit.ts';

export const LABEL_MAX = 64;
/**
 * An account may have any number of keys; a list of all of them would be as large as somebody wants it to be.
 */
export const LIST_MAX = 1_000;
const PREFIX_LENGTH = 12;

/** What is kept of a key: never its cleartext. */
export type LiveKey = {
  readonly id: Id<'apiKey'>;
  /** SHA-256 of the cleartext, lower-case hex: 192 random bits need no slow hash. */
  readonly fingerprint: string;
  /** The first 12 characters, for display. */
  readonly prefix: string;
  readonly label?: string;
  /** Who issued the key, or rotated it last; absent where a program did, and of keys of before there were roles. */
  readonly issuedBy?: Id<'user'>;
  readonly createdAt: Date;
};

/**
 * Holds at most one live key. Rotating swaps the key in the slot and revoking empties it, so each is a change
 * of one document: there is no moment with both keys, and none with neither.
 */
export type Slot = {
  readonly id: string;
  readonly accountId: Id<'account'>;
  readonly livemode: boolean;
  readonly live: LiveKey;
};

/** Whether it has the form of a fingerprint. */
export const isFingerprint = (given: string): boolean => /^[0-9a-f]{64}$/.test(given);

/** How an operator may name a key: by what logs and lists show of it. */
export type KeyName = { readonly fingerprint: string } | { readonly id: Id<'apiKey'> };

/** The id and the random part of a key that is about to exist. */
export type NewKey = { readonly id: Id<'apiKey'>; readonly random: string; readonly label?: string };

/** A slot after a change (`live` is null once revoked) and the one event that records it. */
export type SlotChange = { readonly live: LiveKey | null; readonly audit: AuditEvent };

/** The key as the merchant sends it; shown once and never kept. */
export const cleartextOf = (livemode: boolean, random: string): string => `gx_${livemode ? 'live' : 'test'}_${random}`;

/** The label as given, or absent; Refusal `invalid_request` when it is too long. */
export function checkLabel(label: string | undefined): string | undefined {
  if (label === undefined || [...label].length <= LABEL_MAX) return label;
  const message = `label must have at most ${LABEL_MAX} characters.`;
  throw new Refusal('invalid_request', message, { param: 'label', details: [{ param: 'label', message }] });
}

/** A new slot with its first key. */
export function issue(owner: Omit<Slot, 'live'>, key: NewKey, act: Act): { slot: Slot; audit: AuditEvent } {
  const slot = { ...owner, live: liveKey(owner.livemode, key, act) };
  return { slot, audit: auditEvent('api_key.issued', slot, act) };
}

/**
 * Swaps the slot's key for a new one of the same environment; without a new label the old one stays
 * (decisions A38).
 */
export function rotate(slot: Slot, key: NewKey, act: Act): SlotChange {
  const label = key.label ?? slot.live.label;
  const live = liveKey(slot.livemode, { ...key, ...(label === undefined ? {} : { label }) }, act);
  const successor = { keyId: live.id, fingerprint: live.fingerprint };
  return { live, audit: { ...auditEvent('api_key.rotated', slot, act), successor } };
}

/** Empties the slot for good. */
export const revoke = (slot: Slot, act: Act): SlotChange => ({
  live: null,
  audit: auditEvent('api_key.revoked', slot, act),
});

function liveKey(livemode: boolean, { id, random, label }: NewKey, { actorId, now }: Act): LiveKey {
  const cleartext = cleartextOf(livemode, random);
  return {
    id,
    fingerprint: sha256Hex(cleartext),
    prefix: cleartext.slice(0, PREFIX_LENGTH),
    ...(label === undefined ? {} : { label }),
    ...(actorId === OPS ? {} : { issuedBy: actorId }),
    createdAt: now,
  };
}

function auditEvent(action: AuditEvent['action'], { accountId, livemode, live }: Slot, act: Act): AuditEvent {
  return { ...actOf(act), accountId, livemode, action, keyId: live.id, fingerprint: live.fingerprint };
}
