import { END_TO_END_ID, KEY, MONEY, matching, OWN_ID, object, oneOfWords, TIME, text } from './schema.ts';

// Pix sent out is no part of the standard. What follows is Efí's (its developer pages: "Envio e pagamento
// Pix", "Webhooks"), by the name of which the simulator and the adapter speak it; there is no document of the
// central bank to hold it against.
const PIX_OUT_STATUS = oneOfWords('EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO');
/** `PUT /gn/pix/{idEnvio}`, request: to the owner of the key. */
export const PIX_OUT_REQUEST = object(
  {
    valor: MONEY,
    pagador: object({ chave: KEY, infoPagador: text(140) }, ['chave']),
    favorecido: object({ chave: KEY }, ['chave']),
  },
  ['valor', 'pagador', 'favorecido'],
);
/** Its answer: taken, nothing more. */
export const PIX_OUT_TAKEN = object(
  {
    idEnvio: OWN_ID,
    e2eId: END_TO_END_ID,
    valor: MONEY,
    horario: object({ solicitacao: TIME }, ['solicitacao']),
    status: oneOfWords('EM_PROCESSAMENTO'),
  },
  ['idEnvio', 'e2eId', 'valor', 'horario', 'status'],
);
/** `GET /gn/pix/enviados/id-envio/{idEnvio}`, answer. It never says why a Pix failed. */
export const PIX_OUT = object(
  {
    endToEndId: END_TO_END_ID,
    idEnvio: OWN_ID,
    valor: MONEY,
    chave: KEY,
    status: PIX_OUT_STATUS,
    infoPagador: text(140),
    horario: object({ solicitacao: TIME, liquidacao: TIME }, ['solicitacao']),
    favorecido: object({ chave: KEY }, ['chave']),
  },
  ['endToEndId', 'idEnvio', 'valor', 'chave', 'status', 'horario', 'favorecido'],
);
/** What tells an element of a callback that speaks of a Pix sent out from one that arrived. */
export const PIX_OUT_KIND = 'SOLICITACAO';
/** The element of a callback about a Pix that was sent; `horario` is null for one that failed. */
export const PIX_OUT_CALLBACK = object(
  {
    endToEndId: END_TO_END_ID,
    chave: KEY,
    tipo: oneOfWords(PIX_OUT_KIND),
    status: PIX_OUT_STATUS,
    valor: MONEY,
    horario: { anyOf: [TIME, { type: 'null' }] },
    infoPagador: text(140),
    gnExtras: object(
      { idEnvio: OWN_ID, erro: object({ codigo: text(), origem: text(), motivo: text() }, ['codigo', 'motivo']) },
      ['idEnvio'],
    ),
  },
  ['endToEndId', 'chave', 'tipo', 'status', 'valor', 'horario', 'gnExtras'],
);
/** How these operations refuse, where the bank does not answer a problem. */
export const PIX_OUT_REFUSAL = object({ nome: text(), mensagem: text() }, ['nome', 'mensagem']);
/** `GET /gn/saldo`, answer. */
export const BALANCE = object({ saldo: matching('^-?\\d{1,10}\\.\\d{2}$') }, ['saldo']);
