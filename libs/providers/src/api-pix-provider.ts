import type { EndToEndId } from '@gx/core';
import { balance } from './balance.ts';
import { type BankAsk, bankCaller, type CallerOptions } from './bank-caller.ts';
import { type BankReaders, bankReaders } from './bank-readers.ts';
import { verifyCallback } from './callback.ts';
import { registerUrl, webhookOperation } from './callback-address.ts';
import { charges } from './charges.ts';
import { found } from './classify.ts';
import { CONFIRM_MISS_AFTER_MS, confirmPayer, QUESTION_DEADLINE_MS } from './confirm-payer.ts';
import { devolutions } from './devolutions.ts';
import { unreadable } from './fields.ts';
import { infractions } from './infractions.ts';
import { inspectBank } from './inspect-bank.ts';
import type { Outcome } from './outcome.ts';
import { pixOuts } from './pix-outs.ts';
import { type PixList, pixPages } from './pix-pages.ts';
import type { BankProfile } from './profile.ts';
import type { BankCall, Capabilities, PixElement, PixProvider, ProviderPayment } from './provider.ts';
import { receipts } from './receipts.ts';

export type ApiPixOptions = CallerOptions & {
  /** Pix per page of a list, at most 1000. */
  readonly pageSize?: number;
  /** How long a first miss of `confirmPayer` has to stand; tests shorten it. */
  readonly confirmMissAfterMs?: number;
};

/** How long the central bank lets a Pix be sent back (API Pix 2.9.0, `PixDevolucaoInvalida`). */
const DEVOLUTION_DAYS = 90;
const PAGE_SIZE = 100;
/** For each question of an inspection. */
const INSPECT_MS = 10_000;

/** A bank that speaks API Pix 2.x, as its profile describes it. */
export function apiPixProvider(profile: BankProfile, options: ApiPixOptions): PixProvider {
  const { pageSize = PAGE_SIZE, confirmMissAfterMs: missAfterMs = CONFIRM_MISS_AFTER_MS } = options;
  const bank = bankCaller(profile, options);
  const readers = bankReaders(profile.dialect?.clock);
  const closing = new AbortController();
  const { reportUnknown } = bank;
  const webhook = webhookOperation(profile.pixKey);

  return {
    id: profile.id,
    capabilities: () => capabilitiesOf(profile),
    ...charges(bank.call, { pixKey: profile.pixKey, readCob: readers.readCob }, reportUnknown),
    getPayment: (endToEndId, call) => getPayment(bank.call, readers, { endToEndId, call }),
    async confirmPayer(question, call) {
      if (!profile.payerQuery) return 'unavailable';
      const limits = { deadlineMs: QUESTION_DEADLINE_MS, ...call };
      return confirmPayer(bank.call, question, {
        pageSize,
        readers,
        missAfterMs,
        call: limits,
        closing: closing.signal,
      });
    },

    ...devolutions(bank.call, reportUnknown),
    ...pixOuts(bank.call, profile, reportUnknown),
    ...receipts(bank.call, profile),
    ...balance(bank.call, profile),
    ...infractions(bank.call, profile, { pageSize, readers }),

    verifyCallback: ({ token }) => verifyCallback(profile.callbackToken, token),
    parseCallback: readers.parseCallback,
    listSettlements: (window, call) =>
      settlements({ ask: (operation) => bank.call(operation, call), readers }, window, pageSize),
    registerCallbackUrl: (url, call) =>
      registerUrl(bank.call, { asks: webhook, writes: 'putWebhook', field: 'webhookUrl' }, url, call),

    health: (call) => bank.health(webhook, call),
    isSilent: bank.isSilent,
    inspect: (expected, call) =>
      inspectBank(bank, profile, {
        ...expected,
        now: options.now,
        pageSize,
        readers,
        deadlineMs: call?.deadlineMs ?? INSPECT_MS,
      }),
    close: () => {
      closing.abort();
      return bank.close();
    },
  };
}

const capabilitiesOf = (profile: BankProfile): Capabilities => ({
  maxDevolutionDays: DEVOLUTION_DAYS,
  payerQuery: profile.payerQuery,
  pixOut: pixOutOf(profile),
  receipt: profile.receiptPath !== null,
  balance: profile.balancePath !== null,
  infractions: profile.infractionsPath != null,
});

const pixOutOf = ({ pixOut }: BankProfile): Capabilities['pixOut'] =>
  pixOut && {
    destinations: pixOut.destinations,
    keyOwner: pixOut.keyOwnerPath !== null,
    oneAtATime: pixOut.oneAtATime,
  };

async function getPayment(
  ask: BankAsk,
  { readPix }: BankReaders,
  { endToEndId, call }: { readonly endToEndId: EndToEndId; readonly call: BankCall | undefined },
): Promise<Outcome<ProviderPayment | null>> {
  const path = `/pix/${encodeURIComponent(endToEndId)}`;
  const outcome = await ask({ name: 'getPayment', method: 'GET', path }, call);
  return found(outcome, (json) => {
    const element = readPix(json);
    if (element.kind === 'unreadable') return unreadable(element.problems.join('; '));
    if (element.kind !== 'payment' || element.payment.endToEndId !== endToEndId)
      return unreadable('another end-to-end id');
    return { kind: 'done', value: element.payment };
  });
}

async function* settlements(
  list: PixList,
  { returned, ...window }: { readonly from: Date; readonly to: Date; readonly returned?: boolean },
  pageSize: number,
): AsyncGenerator<readonly PixElement[], void, undefined> {
  const filters = { txIdPresente: 'true', ...(returned === true ? { devolucaoPresente: 'true' } : {}) };
  const query = { ...window, operation: 'listSettlements', pageSize, filters };
  for await (const { elements } of pixPages(list, query)) yield elements;
}
