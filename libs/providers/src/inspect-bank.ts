import { randomUUID } from 'node:crypto';
import { addMillis } from '@gx/core';
import type { BankAsk, bankCaller } from './bank-caller.ts';
import type { BankReaders } from './bank-readers.ts';
import { chainEndsAt } from './bank-tls.ts';
import { addressIn, webhookOperation } from './callback-address.ts';
import { isAbsent } from './classify.ts';
import { infractions } from './infractions.ts';
import type { Failure } from './outcome.ts';
import { keyOwnerOperation } from './pix-outs.ts';
import { type PixPage, pixPages } from './pix-pages.ts';
import type { BankProfile } from './profile.ts';
import { type BankCheck, ListUnread } from './provider.ts';
import { keyOwnerAnswered } from './read-key-owner.ts';

type Bank = ReturnType<typeof bankCaller>;
export type InspectOptions = {
  readonly callbackUrl: string;
  readonly now: () => Date;
  readonly pageSize: number;
  readonly readers: BankReaders;
  readonly deadlineMs: number;
};

const DAY_MS = 86_400_000;
/** A certificate that ends sooner takes charges down before anybody has ordered the next. */
export const CERTIFICATE_DAYS = 14;
/**
 * The bank's clock decides what is on time: beyond this, charges close at a moment that merchants do not
 * expect.
 */
const SKEW_MS_MAX = 10_000;
/** A valid document of nobody: no Pix came from it. */
const DECOY = '39053344705';

const passed = (name: string, detail: string): BankCheck => ({ name, result: 'passed', detail });
const failed = (name: string, detail: string): BankCheck => ({ name, result: 'failed', detail });
const skipped = (name: string, detail: string): BankCheck => ({ name, result: 'skipped', detail });

/**
 * Asks a bank for everything that a profile needs of it, in reads alone. What can only be proven by writing
 * is concluded from what the token says that it opens. Without a token nothing else is asked.
 */
export async function inspectBank(bank: Bank, profile: BankProfile, options: InspectOptions): Promise<BankCheck[]> {
  const { deadlineMs, now } = options;
  const { pixOut, receiptPath } = profile;
  const got = await bank.token(deadlineMs);
  if ('fault' in got)
    return [failed('token', `${got.fault.reason}: ${got.fault.detail}`), ...certificates(bank, profile, now())];
  return [
    passed('token', 'had'),
    scopes(profile.scope, got.token.scope),
    await reads('reads charges (cob.read)', bank, `/cob/${probe()}`, deadlineMs),
    await readsPix(bank, options),
    await callbacks(bank, profile, options),
    await payerQuery(bank, profile, options),
    await reads('Pix out', bank, pixOut && `${pixOut.path}/enviados/id-envio/${probe()}`, deadlineMs),
    await keyOwner(bank, profile, deadlineMs),
    await reads('receipts', bank, receiptPath && `${receiptPath}/${probe()}`, deadlineMs),
    await balance(bank, profile, deadlineMs),
    await infractionReports(bank, profile, options),
    skew(bank, now()),
    ...certificates(bank, profile, now()),
  ];
}

/** A name that no charge and no Pix of ours has. */
const probe = (): string => `probe${randomUUID().replaceAll('-', '')}`.slice(0, 32);

function scopes(requested: string, granted: string | undefined): BankCheck {
  const name = 'scopes';
  if (granted === undefined) return passed(name, 'the bank names no other than those requested');
  const has = new Set(granted.split(' '));
  const missing = requested.split(' ').filter((scope) => !has.has(scope));
  return missing.length === 0 ? passed(name, requested) : failed(name, `not granted: ${missing.join(' ')}`);
}

const whyOf = (outcome: Failure): string =>
  outcome.kind === 'declined' ? `declined: ${outcome.code}` : `${outcome.cause.reason}: ${outcome.cause.detail}`;

const UNUSED = 'the profile does not use it';

/**
 * Whether the bank answers at a path, if only that it has nothing there; null is none that the profile uses.
 */
async function reads(name: string, bank: Bank, path: string | null, deadlineMs: number): Promise<BankCheck> {
  if (path === null) return skipped(name, UNUSED);
  const outcome = await bank.call({ name: 'inspect', method: 'GET', path }, { deadlineMs });
  return outcome.kind === 'done' || isAbsent(outcome) ? passed(name, 'answered') : failed(name, whyOf(outcome));
}

type ListedPage = { readonly count: number; readonly echo: PixPage['echo'] };

/** One page of what came in within the last day; the reason why it cannot be read otherwise. */
async function list(
  bank: Bank,
  filters: Readonly<Record<string, string>>,
  options: InspectOptions,
): Promise<ListedPage | string> {
  const to = options.now();
  const query = { operation: 'inspect', from: addMillis(to, -DAY_MS), to, pageSize: options.pageSize, filters };
  try {
    const { deadlineMs, readers } = options;
    const ask: BankAsk = (operation) => bank.call(operation, { deadlineMs });
    for await (const { elements, echo } of pixPages({ ask, readers }, query)) return { count: elements.length, echo };
    return { count: 0, echo: { cpf: null, cnpj: null } };
  } catch (error) {
    if (!(error instanceof ListUnread)) throw error;
    return whyOf(error.outcome);
  }
}

async function readsPix(bank: Bank, options: InspectOptions): Promise<BankCheck> {
  const name = 'reads Pix (pix.read)';
  const listed = await list(bank, { txIdPresente: 'true' }, options);
  return typeof listed === 'string' ? failed(name, listed) : passed(name, 'listed');
}

async function callbacks(
  bank: Bank,
  { pixKey }: BankProfile,
  { callbackUrl, deadlineMs }: InspectOptions,
): Promise<BankCheck> {
  const name = 'callbacks (webhook.read)';
  const outcome = await bank.call(webhookOperation(pixKey), { deadlineMs });
  if (isAbsent(outcome)) return failed(name, 'no address is registered for the key');
  if (outcome.kind !== 'done') return failed(name, whyOf(outcome));
  if (addressIn(outcome.json, 'webhookUrl') === callbackUrl) return passed(name, 'go to our address');
  return failed(name, 'go to another address than ours');
}

/** A bank that ignores the filter and one that has it are told apart by a payer who is nobody. */
async function payerQuery(bank: Bank, profile: BankProfile, options: InspectOptions): Promise<BankCheck> {
  const name = 'payer query';
  if (!profile.payerQuery) return skipped(name, UNUSED);
  const all = await list(bank, { txIdPresente: 'true' }, options);
  const decoyed = await list(bank, { cpf: DECOY }, options);
  if (typeof all === 'string' || typeof decoyed === 'string')
    return failed(name, typeof decoyed === 'string' ? decoyed : String(all));
  if (decoyed.echo.cpf !== DECOY) return failed(name, 'the bank does not say that it filtered');
  if (decoyed.count > 0) return failed(name, 'the bank shows Pix of others for a payer who is nobody');
  if (all.count === 0) return skipped(name, 'echoed; nothing came in for a day that a filter could hide');
  return passed(name, 'a payer who is nobody has no Pix');
}

async function infractionReports(bank: Bank, profile: BankProfile, options: InspectOptions): Promise<BankCheck> {
  const name = 'infraction reports';
  if (profile.infractionsPath == null) return skipped(name, UNUSED);
  const { now, pageSize, readers, deadlineMs } = options;
  const window = { from: addMillis(now(), -DAY_MS), to: now() };
  try {
    for await (const _ of infractions(bank.call, profile, { pageSize, readers }).listInfractions(window, {
      deadlineMs,
    }))
      break;
    return passed(name, 'listed');
  } catch (error) {
    if (!(error instanceof ListUnread)) throw error;
    return failed(name, whyOf(error.outcome));
  }
}

/** Asked of our own key: it is one look-up, and a key that nobody has would cost twenty. */
async function keyOwner(bank: Bank, { pixOut, pixKey }: BankProfile, deadlineMs: number): Promise<BankCheck> {
  const name = 'owners of keys';
  const path = pixOut?.keyOwnerPath ?? null;
  if (path === null) return skipped(name, UNUSED);
  const outcome = await bank.call(keyOwnerOperation(path, pixKey), { deadlineMs });
  if (isAbsent(outcome)) return failed(name, 'our own key is nobody’s');
  if (outcome.kind !== 'done') return failed(name, whyOf(outcome));
  const owner = keyOwnerAnswered(outcome.json, pixKey);
  return owner.kind === 'done' ? passed(name, 'named') : failed(name, 'not one whole document');
}

async function balance(bank: Bank, { balancePath }: BankProfile, deadlineMs: number): Promise<BankCheck> {
  const name = 'balance';
  if (balancePath === null) return skipped(name, UNUSED);
  const outcome = await bank.call({ name: 'inspect', method: 'GET', path: balancePath }, { deadlineMs });
  return outcome.kind === 'done' ? passed(name, 'answered') : failed(name, whyOf(outcome));
}

function skew(bank: Bank, now: Date): BankCheck {
  const name = 'clock';
  const bankTime = Date.parse(bank.seen().date ?? '');
  if (Number.isNaN(bankTime)) return skipped(name, 'the bank does not show its time');
  const seconds = Math.round((bankTime - now.getTime()) / 1_000);
  const detail = `the bank is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}`;
  return Math.abs(bankTime - now.getTime()) > SKEW_MS_MAX ? failed(name, detail) : passed(name, detail);
}

function certificates(bank: Bank, { tls }: BankProfile, now: Date): BankCheck[] {
  const ours = tls?.cert === undefined ? undefined : chainEndsAt(tls.cert);
  return [
    certificate('bank’s certificate', bank.seen().certificateExpiresAt, now),
    certificate('our certificate', ours, now),
  ];
}

function certificate(name: string, expiresAt: Date | undefined, now: Date): BankCheck {
  if (expiresAt === undefined) return skipped(name, 'there is none');
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS);
  const detail = `valid for ${days} more days`;
  return days < CERTIFICATE_DAYS ? failed(name, detail) : passed(name, detail);
}
