/**
 * Every legal move of a charge (decisions N3). REJECTED is internal: the bank declined it before it existed
 * for anybody; a PENDING charge that a merchant was told of is REFUSED instead. The key of the table is the
 * status and whether a payment is accepted but not yet in the wallet. Of cards alone: `authenticate` (the
 * payer is at the issuer's), `decline`, `postCard` and `winCard` (ADR 54, 55); of Pix alone: `win`.
 */
// biome-ignore format: one row per status, read as a table
export const TRANSITIONS = {
  PENDING:         { present: 'WAITING_PAYMENT', reject: 'REJECTED', refuse: 'REFUSED', cancel: 'CANCELLED' },
  WAITING_PAYMENT: { post: 'PAID', hold: 'PROCESSING', return: 'REFUNDED', expire: 'EXPIRED', cancel: 'CANCELLED', refuse: 'REFUSED', postCard: 'APPROVED', authenticate: 'PROCESSING', decline: 'REFUSED' },
  PROCESSING:      { post: 'PAID', return: 'REFUNDED', cancel: 'CANCELLED', postCard: 'APPROVED', decline: 'REFUSED' },
  EXPIRED:         { post: 'PAID', postCard: 'APPROVED' },
  PAID:            { refund: 'REFUNDED', dispute: 'DISPUTE', chargeback: 'CHARGEBACK' },
  APPROVED:        { refund: 'REFUNDED', dispute: 'DISPUTE', chargeback: 'CHARGEBACK' },
  DISPUTE:         { win: 'PAID', winCard: 'APPROVED', refund: 'REFUNDED', chargeback: 'CHARGEBACK' },
  REFUSED:         {},
  CANCELLED:       {},
  REFUNDED:        {},
  CHARGEBACK:      { win: 'PAID', winCard: 'APPROVED' },
  REJECTED:        {},
} as const satisfies Record<string, Partial<Record<string, string>>>;

/**
 * The statuses of a charge; a target in the table that is not one of them does not compile (see
 * `nextStatus`).
 */
export type Status = keyof typeof TRANSITIONS;
/** A status that a client may see. */
export type VisibleStatus = Exclude<Status, 'REJECTED'>;
export type Trigger = { [S in Status]: keyof (typeof TRANSITIONS)[S] }[Status];

/**
 * The next status, or undefined for a move that is not in the table. Accepting money is the point of no
 * return: until it is in the wallet only `post` moves the charge.
 */
export function nextStatus(from: Status, trigger: Trigger, paymentAccepted: boolean): Status | undefined {
  if (paymentAccepted && trigger !== 'post' && trigger !== 'postCard') return undefined;
  const row: Partial<Record<Trigger, Status>> = TRANSITIONS[from];
  return row[trigger];
}
