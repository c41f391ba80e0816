import {
  array,
  CNPJ,
  CPF,
  END_TO_END_ID,
  KEY,
  MONEY,
  matching,
  OWN_ID,
  object,
  oneOfWords,
  RAIL_ID,
  type Schema,
  TIME,
  text,
} from './schema.ts';

// Pix sent out is no part of the standard. What follows is Efí's (its developer pages: "Envio e pagamento
// Pix", "Webhooks"), by the name of which the simulator and the adapter speak it; there is no document of the
// central bank to hold it against.
const PIX_OUT_STATUS = oneOfWords('EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO');
const PAYER = object({ chave: KEY, infoPagador: text(140) }, ['chave']);

/** The same with a CPF or with a CNPJ, never with both. */
const ofOneDocument = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema[] => [
  object({ ...properties, cpf: CPF }, [...required, 'cpf']),
  object({ ...properties, cnpj: CNPJ }, [...required, 'cnpj']),
];
const ACCOUNT = {
  nome: text(200),
  codigoBanco: matching('^[0-9A-Z]{8}$'),
  agencia: matching('^\\d{1,4}$'),
  conta: matching('^\\d{1,20}$'),
  tipoConta: oneOfWords('cacc', 'svgs', 'tran'),
};
/** `PUT /gn/pix/{idEnvio}`, request: to the owner of a key, whose document may be named, or to an account. */
export const PIX_OUT_REQUEST = object(
  {
    valor: MONEY,
    pagador: PAYER,
    favorecido: {
      anyOf: [
        object({ chave: KEY }, ['chave']),
        ...ofOneDocument({ chave: KEY }, ['chave']),
        object({ contaBanco: { anyOf: ofOneDocument(ACCOUNT, Object.keys(ACCOUNT)) } }, ['contaBanco']),
      ],
    },
  },
  ['valor', 'pagador', 'favorecido'],
);
/** `PUT /gn/pix/{idEnvio}/qrcode`, request. Efí's has no `valor`: here it guards against a code of another one. */
export const PIX_OUT_CODE_REQUEST = object({ valor: MONEY, pagador: PAYER, pixCopiaECola: text(512) }, [
  'valor',
  'pagador',
  'pixCopiaECola',
]);
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
/** Why a Pix failed, as a callback says it. */
const FAILURE = object({ codigo: text(), origem: text(), motivo: text() }, ['codigo', 'motivo']);
/** What came back of it: where Efí shows that is nowhere published, so it has the form of a devolution. */
const RETURNS = array(
  object(
    {
      id: OWN_ID,
      rtrId: RAIL_ID,
      valor: MONEY,
      horario: object({ solicitacao: TIME, liquidacao: TIME }, ['solicitacao']),
      status: oneOfWords('EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO'),
    },
    ['id', 'rtrId', 'valor', 'horario', 'status'],
  ),
  { minItems: 1 },
);
/** An account as it is shown: its holder's document masked. */
const SHOWN_ACCOUNT = object({ ...ACCOUNT, cpf: text(18), cnpj: text(18) }, ['nome', 'agencia', 'conta', 'tipoConta']);
/** `GET /gn/pix/enviados/id-envio/{idEnvio}`, answer. Efí's says neither why a Pix failed nor what came back. */
export const PIX_OUT = object(
  {
    endToEndId: END_TO_END_ID,
    idEnvio: OWN_ID,
    valor: MONEY,
    chave: KEY,
    status: PIX_OUT_STATUS,
    infoPagador: text(140),
    horario: object({ solicitacao: TIME, liquidacao: TIME }, ['solicitacao']),
    favorecido: {
      anyOf: [object({ chave: KEY }, ['chave']), object({ contaBanco: SHOWN_ACCOUNT }, ['contaBanco'])],
    },
    devolucoes: RETURNS,
    gnExtras: object({ erro: FAILURE }, ['erro']),
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
    devolucoes: RETURNS,
    gnExtras: object({ idEnvio: OWN_ID, erro: FAILURE }, ['idEnvio']),
  },
  ['endToEndId', 'chave', 'tipo', 'status', 'valor', 'horario', 'gnExtras'],
);
/** How these operations refuse, where the bank does not answer a problem. */
export const PIX_OUT_REFUSAL = object({ nome: text(), mensagem: text() }, ['nome', 'mensagem']);
/** `POST /gn/chaves/titular`, of our simulator: no bank that we know of publishes such a question. */
export const KEY_OWNER_REQUEST = object({ chave: KEY }, ['chave']);
/** Its answer: one document, whole. */
export const KEY_OWNER = object({ chave: KEY, titular: { anyOf: ofOneDocument({ nome: text(200) }, []) } }, [
  'chave',
  'titular',
]);
/** `GET /gn/saldo`, answer. */
export const BALANCE = object({ saldo: matching('^-?\\d{1,10}\\.\\d{2}$') }, ['saldo']);
