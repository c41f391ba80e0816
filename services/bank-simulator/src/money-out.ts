import { cents } from '@gx/core';
import type { SimulatedBank } from './bank.ts';
import { type BankCallContext, json, param } from './call.ts';
import { putDevolution } from './commands/put-devolution.ts';
import { putPixOut } from './commands/put-pix-out.ts';
import { writeValor } from './domain/money.ts';
import { PIX_OUT_ERRORS, PixOutRefused } from './domain/pix-out.ts';
import { Problem } from './domain/problem.ts';
import { clientBooks } from './queries/client-books.ts';
import { readDevolutionRequest } from './requests/devolution-request.ts';
import { readPixOutRequest } from './requests/pix-out-request.ts';
import { type BankResponse, readJson } from './route.ts';
import { devolutionJson } from './wire/pix-json.ts';
import { acceptedPixOut, pixOutJson } from './wire/pix-out-json.ts';

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

/** Efí's `PUT /v2/gn/pix/{idEnvio}`, with errors in Efí's form. */
export async function sendPix(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  try {
    const request = readPixOutRequest(param(call, 'idEnvio'), readJson(call));
    return json(acceptedPixOut(await putPixOut(bank, call.client, request, call.now)), 201);
  } catch (error) {
    if (!(error instanceof PixOutRefused)) throw error;
    const { status, mensagem } = PIX_OUT_ERRORS[error.nome];
    return json({ nome: error.nome, mensagem }, status);
  }
}

/** Efí's `GET /v2/gn/pix/enviados/id-envio/{idEnvio}`. */
export async function showPixOut({ pixOut }: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const found = await pixOut.get(call.client.clientId, param(call, 'idEnvio'));
  if (found === undefined) throw new Problem('PixEnviadoNaoEncontrado');
  return json(pixOutJson(found));
}

/** Efí's `GET /v2/gn/saldo`: what the account holds, in the bank's own books. */
export async function showBalance(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const { balance } = await clientBooks(bank, call.client.clientId);
  return json({ saldo: `${balance < 0 ? '-' : ''}${writeValor(cents(Math.abs(balance)))}` });
}
