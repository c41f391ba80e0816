import { chargeEventCodec, encodedEvent } from '@gx/contracts';
import { noticeEventIdOf, PLATFORM_ACCOUNT, type TaxDocument } from '@gx/core';
import { contextFrom, type SecretBox } from '@gx/runtime';
import { type Producer, toMessage } from '@gx/runtime/kafka';
import type { Bank } from '../banks/bank-directory.ts';
import type { Notice, NoticeStore } from '../store/notices.ts';
import { type DisposeDeps, disposeOfHint, type Handled, peersOf } from './dispose-of-receipts.ts';
import { followNotice } from './follow-notice.ts';
import { isNamedByAnother } from './named-by-another.ts';

export type NoticeDeps = DisposeDeps & {
  readonly box: SecretBox;
  readonly notices: NoticeStore;
  readonly producer: Pick<Producer, 'send'>;
  /** Of this service's events. */
  readonly topic: string;
};

/**
 * Acts on one stored element of a bank's notice: money that arrived is disposed of, and word of a devolution
 * or a Pix-out is passed on to whoever sends money back. `mayAsk`: see Hint.
 */
export async function handleNotice(
  deps: NoticeDeps,
  bank: Bank,
  notice: Notice,
  mayAsk: () => boolean,
): Promise<Handled | 'told'> {
  const { endToEndId, txid, pixOutId, devolved, traceparent, orderReference } = notice;
  if (typeof orderReference === 'string')
    return followNotice(deps, bank, { ...notice, orderReference }, (about) => tell(deps, bank, notice, about));
  if (endToEndId !== null && txid === null && (await isNamedByAnother(deps, await peersOf(deps, bank), endToEndId)))
    return 'later';
  const hint = { txid, payer: () => payerOf(deps, bank, notice), mayAsk };
  const outcome =
    endToEndId === null
      ? 'told'
      : await disposeOfHint(deps, bank, { ...hint, endToEndId }, contextFrom(traceparent ?? undefined));
  if (devolved === true || typeof pixOutId === 'string')
    await tell(deps, bank, notice, {
      ...(typeof pixOutId === 'string' ? { pixOutId } : {}),
      ...(endToEndId === null ? {} : { endToEndId }),
    });
  return outcome;
}

/** Who paid, as the element says: it came through the address that only the bank was given. Personal data. */
function payerOf({ box, log }: NoticeDeps, bank: Bank, { sealed }: Notice): TaxDocument | null {
  if (sealed === null) return null;
  try {
    const [element] = bank.provider.parseNotification(`{"pix":[${box.open(sealed)}]}`);
    return element?.kind === 'payment' ? element.payment.payer : null;
  } catch {
    // The key that sealed it is gone: the notice names nobody, and the bank is asked.
    log.warn({ bank_profile: bank.id }, 'a stored notice cannot be opened');
    return null;
  }
}

/** Money on its way back that a bank spoke of. */
type Told = { readonly pixOutId?: string; readonly endToEndId?: string } | { readonly orderRefundId: string };

/**
 * Resolves when the broker has it. The event's id derives from the element, so that told again it is the
 * same.
 */
async function tell({ producer, topic, now }: NoticeDeps, bank: Bank, notice: Notice, about: Told): Promise<void> {
  const type = 'charge.bank_noticed';
  const tenant = { accountId: PLATFORM_ACCOUNT, livemode: bank.livemode };
  const element = [notice.elementKey, ...('orderRefundId' in about ? [about.orderRefundId] : [])].join(':');
  const facts = { eventId: noticeEventIdOf(bank.id, element), type, sequence: 1, tenant };
  const value = chargeEventCodec.encode({
    ...facts,
    chargeId: '',
    occurredAtMs: now().getTime(),
    bankNoticed: { bankProfileId: bank.id, ...about },
  });
  const traceparent = notice.traceparent ?? undefined;
  await producer.send({ topic, acks: -1, messages: [toMessage(encodedEvent({ ...facts, traceparent }, value))] });
}
