import { isoMillis } from '@gx/core';
import type { Cob } from '../domain/cob.ts';
import type { Pix } from '../domain/pix.ts';
import { pixJson } from './pix-json.ts';

/** `CobGerada` of the standard, or `CobCompleta` when the Pix received come along. */
export function cobJson(cob: Cob, received?: readonly Pix[]): Record<string, unknown> {
  const { calendario, valor, chave, ...rest } = cob.terms;
  const criacao = isoMillis(cob.criacao);
  const { id, url } = cob.location;
  return {
    calendario: { criacao, ...calendario },
    txid: cob.txid,
    revisao: cob.revisao,
    loc: { id, txid: cob.txid, location: url, tipoCob: 'cob', criacao },
    location: url,
    status: cob.status,
    valor,
    chave,
    ...rest,
    ...(cob.brCode === null ? {} : { pixCopiaECola: cob.brCode }),
    ...(received === undefined || received.length === 0 ? {} : { pix: received.map(pixJson) }),
  };
}

/** `CobPayload`: what the location shows to a payer's app. */
export function cobPayload(cob: Cob, now: Date): Record<string, unknown> {
  const { calendario, ...rest } = cob.terms;
  return {
    calendario: { criacao: isoMillis(cob.criacao), apresentacao: isoMillis(now), ...calendario },
    txid: cob.txid,
    revisao: cob.revisao,
    status: cob.status,
    ...rest,
  };
}
