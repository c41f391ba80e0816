import { cents } from '@gx/core';
import type { SimulatedBank } from './bank.ts';
import { type BankCallContext, json, param } from './call.ts';
import { putDevolution } from './commands/put-devolution.ts';
import { writeValor } from './domain/money.ts';
import { Problem } from './domain/problem.ts';
import { clientBooks } from './queries/client-books.ts';
import { readDevolutionRequest } from './requests/devolution-request.ts';
import { type BankResponse, readJson } from './route.ts';
import { devolutionJson } from './wire/pix-json.ts';

/** `PUT /pix/{e2eid}/devolucao/{id}`. */
export async function returnPix(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const request = readDevolutionRequest(param(call, 'id'), readJson(call));
  const devolution = await putDevolution(bank, call.client, { ...request, endToEndId: param(call, 'e2eid') }, call.now);
  return json(devolutionJson(devolution), 201);
}

/** `GET` of the same. */
export async function showDevolution({ pix }: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const found = await pix.get(call.client.clientId, param(call, 'e2eid'));
  const devolution = found?.devolutions.find(({ id }) => id === param(call, 'id'));
  if (devolution === undefined) throw new Problem('PixDevolucaoNaoEncontrada');
  return json(devolutionJson(devolution));
}

/** Efí's `GET /v2/gn/saldo`: what the account holds, in the bank's own books. */
export async function showBalance(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const { balance } = await clientBooks(bank, call.client.clientId);
  return json({ saldo: `${balance < 0 ? '-' : ''}${writeValor(cents(Math.abs(balance)))}` });
}
