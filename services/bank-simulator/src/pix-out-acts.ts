import type { SimulatedBank } from './bank.ts';
import { type BankCallContext, json, param } from './call.ts';
import { putPixOut } from './commands/put-pix-out.ts';
import { PIX_OUT_ERRORS, PixOutRefused } from './domain/pix-out-refusal.ts';
import { Problem } from './domain/problem.ts';
import { neverAnswer } from './play-scenario.ts';
import { findKeyOwner } from './queries/find-key-owner.ts';
import { readKeyRequest } from './requests/key-request.ts';
import { type PixOutRequest, readCodeRequest, readPixOutRequest } from './requests/pix-out-request.ts';
import { type BankResponse, readJson } from './route.ts';
import { acceptedPixOut, keyOwnerJson, pixOutJson } from './wire/pix-out-json.ts';

type ReadRequest = (idEnvio: string, body: unknown) => PixOutRequest;

/** Efí's `PUT /v2/gn/pix/{idEnvio}`, with errors in Efí's form. */
export const sendPix = (bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> =>
  send(bank, call, readPixOutRequest);

/** Efí's `PUT /v2/gn/pix/{idEnvio}/qrcode`. */
export const payCode = (bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> =>
  send(bank, call, readCodeRequest);

async function send(bank: SimulatedBank, call: BankCallContext, read: ReadRequest): Promise<BankResponse> {
  try {
    const request = read(param(call, 'idEnvio'), readJson(call));
    const { pixOut, word } = await putPixOut(bank, call.client, request, call.now);
    return word?.kind === 'hang' ? await neverAnswer(call.gone()) : json(acceptedPixOut(pixOut), 201);
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

/** Whose a key is, an operation of this bank's own; a scenario may say that it is nobody's, or another's. */
export async function showKeyOwner(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const key = readKeyRequest(readJson(call));
  const { clientId } = call.client;
  const scenario = await bank.scenarios.claim({ operation: 'key_owner', clientId, decides: 'money' });
  const owner = scenario?.kind === 'key_not_found' ? undefined : await findKeyOwner(bank, key);
  if (owner === undefined) throw new Problem('ChaveNaoEncontrada');
  return json(keyOwnerJson(key, scenario?.kind === 'owner_differs' ? SOMEBODY_ELSE : owner));
}

/** Nobody that the directory makes: its owners are derived from keys. */
const SOMEBODY_ELSE = { kind: 'cpf', taxId: '12345678909', name: 'Outro Titular' } as const;
