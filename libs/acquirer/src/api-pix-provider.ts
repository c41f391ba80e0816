import type { EndToEndId, Txid } from '@gx/core';
import { bankCaller, type CallerOptions } from './bank-caller.ts';
import type { Operation } from './bank-connection.ts';
import type { Answer } from './classify.ts';
import { buildCobRequest } from './cob-request.ts';
import { parseNotification, verifyNotification } from './notification.ts';
import type { Failure, Outcome } from './outcome.ts';
import type { BankProfile } from './profile.ts';
import type { BankCall, PixProvider, ProviderCharge, ProviderHealth, ProviderPayment } from './provider.ts';
import { readCob } from './read-cob.ts';
import { readPix } from './read-pix.ts';
import { settlementPages } from './settlement-pages.ts';

export type ApiPixOptions = CallerOptions & {
  /** Pix per page of `listSettlements`, at most 1000. */
  readonly pageSize?: number;
};
type Call = (operation: Operation, deadlineMs?: number) => Promise<Answer | Failure>;

const unreadable = (detail: string): Failure => ({ kind: 'unknown', cause: { reason: 'unreadable_answer', detail } });
const encoded = (segment: string): string => encodeURIComponent(segment);

/** A bank that speaks API Pix 2.x, as its profile describes it. */
export function apiPixProvider(profile: BankProfile, options: ApiPixOptions): PixProvider {
  const { log } = options;
  const bank = bankCaller(profile, options);

  const cobOf = (outcome: Answer | Failure, txid: Txid): Outcome<ProviderCharge> => {
    if (outcome.kind !== 'done') return outcome;
    const cob = readCob(outcome.json, txid);
    if (cob.kind === 'pending')
      log.warn({ bank_profile: profile.id }, 'bank shows a charge status that this version does not know');
    return cob;
  };

  return {
    id: profile.id,
    capabilities: () => ({ methods: ['PIX'], currencies: ['BRL'], cancelCharge: true }),
    chargeRequest: (terms) => buildCobRequest(terms, profile.pixKey),

    async createCharge({ txid, body }, call) {
      const operation: Operation = { name: 'createCharge', method: 'PUT', path: `/cob/${encoded(txid)}`, body };
      return cobOf(await bank.call(operation, call?.deadlineMs), txid);
    },

    async getCharge(txid, call) {
      const operation: Operation = { name: 'getCharge', method: 'GET', path: `/cob/${encoded(txid)}` };
      const outcome = await bank.call(operation, call?.deadlineMs);
      return isAbsent(outcome) ? { kind: 'done', value: null } : cobOf(outcome, txid);
    },

    async cancelCharge(txid, call) {
      const body = JSON.stringify({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
      const operation: Operation = { name: 'cancelCharge', method: 'PATCH', path: `/cob/${encoded(txid)}`, body };
      const outcome = cobOf(await bank.call(operation, call?.deadlineMs), txid);
      if (outcome.kind !== 'done' || outcome.value.status.startsWith('removed')) return outcome;
      return { kind: 'pending', value: outcome.value };
    },

    getPayment: (endToEndId, call) => getPayment(bank.call, endToEndId, call),
    verifyNotification: ({ token }) => verifyNotification(profile.notificationToken, token),
    parseNotification,
    listSettlements: (window, call) =>
      settlementPages((operation) => bank.call(operation, call?.deadlineMs), window, options.pageSize ?? 100),
    registerNotificationUrl: (url, call) => registerNotificationUrl(bank.call, profile.pixKey, url, call),

    async health(call): Promise<ProviderHealth> {
      const outcome = await bank.call(webhookOperation(profile.pixKey), call?.deadlineMs);
      const breaker = bank.breakerState();
      const failed = outcome.kind === 'not_sent' || outcome.kind === 'unknown';
      return failed ? { up: false, breaker, fault: outcome.cause } : { up: true, breaker };
    },
    close: bank.close,
  };
}

/** Only the bank's own "not found" counts; `classify` has already turned every other 404 away. */
const isAbsent = (outcome: Answer | Failure): boolean => outcome.kind === 'declined' && outcome.status === 404;

const webhookOperation = (pixKey: string): Operation => ({
  name: 'getWebhook',
  method: 'GET',
  path: `/webhook/${encoded(pixKey)}`,
});

async function getPayment(
  bank: Call,
  endToEndId: EndToEndId,
  call?: BankCall,
): Promise<Outcome<ProviderPayment | null>> {
  const operation: Operation = { name: 'getPayment', method: 'GET', path: `/pix/${encoded(endToEndId)}` };
  const outcome = await bank(operation, call?.deadlineMs);
  if (isAbsent(outcome)) return { kind: 'done', value: null };
  if (outcome.kind !== 'done') return outcome;
  const element = readPix(outcome.json);
  if (element.kind === 'unreadable') return unreadable(element.problems.join('; '));
  if (element.payment.endToEndId !== endToEndId) return unreadable('another end-to-end id');
  return { kind: 'done', value: element.payment };
}

async function registerNotificationUrl(
  bank: Call,
  pixKey: string,
  url: string,
  call?: BankCall,
): Promise<Outcome<{ readonly url: string }>> {
  const registered = await bank(webhookOperation(pixKey), call?.deadlineMs);
  if (registered.kind !== 'done' && !isAbsent(registered)) return registered;
  if (registered.kind === 'done' && webhookUrlOf(registered.json) === url) return { kind: 'done', value: { url } };
  const operation: Operation = {
    name: 'putWebhook',
    method: 'PUT',
    path: `/webhook/${encoded(pixKey)}`,
    body: JSON.stringify({ webhookUrl: url }),
  };
  const outcome = await bank(operation, call?.deadlineMs);
  return outcome.kind === 'done' ? { kind: 'done', value: { url } } : outcome;
}

const webhookUrlOf = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'webhookUrl' in json ? json.webhookUrl : undefined;
