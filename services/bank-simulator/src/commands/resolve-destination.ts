import { type Cents, readBrCode } from '@gx/core';
import type { SimulatedBank } from '../bank.ts';
import { readValor } from '../domain/money.ts';
import { REJECTIONS } from '../domain/payer-bank.ts';
import type { PixOutDestination, PixOutStep } from '../domain/pix-out.ts';
import { PixOutRefused } from '../domain/pix-out-refusal.ts';
import { failedStep } from '../domain/pix-out-steps.ts';
import { findKeyOwner } from '../queries/find-key-owner.ts';
import type { PixOutRequest, WantedDestination } from '../requests/pix-out-request.ts';
import { locationToken } from './find-addressee.ts';

type Resolved = {
  readonly destination: PixOutDestination;
  readonly amount: Cents;
  /** How it ends whatever nobody orders: it is accepted, and comes to nothing. */
  readonly ending?: readonly PixOutStep[];
};

/** Looks up where a Pix is to go, and how much a code asks for. Throws `PixOutRefused`. */
export async function resolveDestination(bank: SimulatedBank, { to, amount }: PixOutRequest): Promise<Resolved> {
  if (to.kind === 'br_code') return byCode(bank, to.brCode, amount);
  if (amount === undefined) throw new PixOutRefused('valor_invalido');
  if (to.kind === 'bank_account') return { destination: to, amount };
  return { destination: await byKey(bank, to), amount };
}

async function byKey(
  bank: SimulatedBank,
  { key, owner: wanted }: Extract<WantedDestination, { readonly kind: 'key' }>,
): Promise<PixOutDestination> {
  const owner = await findKeyOwner(bank, key);
  if (owner === undefined) throw new PixOutRefused('chave_favorecido_nao_encontrada');
  if (wanted !== undefined && wanted.taxId !== owner.taxId) throw new PixOutRefused('favorecido_documento_divergente');
  return { kind: 'key', key };
}

/**
 * A dynamic code is judged when the money would arrive, as its charge stands then; of a static one the amount is
 * all there is to judge.
 */
async function byCode(bank: SimulatedBank, text: string, wanted: Cents | undefined): Promise<Resolved> {
  const code = readBrCode(text);
  if (typeof code === 'string') throw new PixOutRefused('qrcode_invalido');
  if (code.kind === 'dynamic') return byLocation(bank, code.location, wanted);
  if ((await findKeyOwner(bank, code.key)) === undefined) throw new PixOutRefused('chave_favorecido_nao_encontrada');
  const amount = wanted ?? code.amount;
  if (amount === undefined || amount === 0) throw new PixOutRefused('valor_invalido');
  const destination = { kind: 'br_code', key: code.key } as const;
  if (code.amount === undefined || code.amount === amount) return { destination, amount };
  const { code: reason, message } = REJECTIONS.wrong_amount;
  return { destination, amount, ending: [failedStep(reason, message)] };
}

async function byLocation(bank: SimulatedBank, location: string, wanted: Cents | undefined): Promise<Resolved> {
  const token = locationToken(bank, location);
  const cob = token === undefined ? undefined : await bank.cobs.byLocation(token);
  const receiver = cob && (await bank.clients.get(cob.clientId));
  if (token === undefined || cob === undefined || receiver === undefined) throw new PixOutRefused('qrcode_invalido');
  const amount = wanted ?? readValor(cob.terms.valor.original);
  if (amount === undefined || amount === 0) throw new PixOutRefused('valor_invalido');
  return { destination: { kind: 'br_code', key: receiver.pixKey, token }, amount };
}
