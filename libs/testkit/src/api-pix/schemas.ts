/**
 * The messages of API Pix 2.9.0 that the product and a bank exchange, written down as JSON Schema (draft 7)
 * in our own words. `test/contract/api-pix-schemas.test.ts` holds them against the central bank's own
 * document and names every place where they differ.
 */
import {
  DEFENCE_REQUEST,
  INFRACTION_ANSWERED,
  INFRACTION_CALLBACK,
  INFRACTION_LIST,
  INFRACTION_LIST_QUERY,
} from './infraction-schemas.ts';
import {
  BALANCE,
  KEY_OWNER,
  KEY_OWNER_REQUEST,
  PIX_OUT,
  PIX_OUT_CALLBACK,
  PIX_OUT_CODE_REQUEST,
  PIX_OUT_REFUSAL,
  PIX_OUT_REQUEST,
  PIX_OUT_TAKEN,
} from './pix-out-schemas.ts';
import {
  array,
  CNPJ,
  CPF,
  END_TO_END_ID,
  INT32,
  KEY,
  LOCATION,
  MONEY,
  matching,
  OWN_ID,
  object,
  oneOfWords,
  RAIL_ID,
  type Schema,
  TIME,
  text,
  URI,
} from './schema.ts';

/** The receiver's id of a cob. */
export const TXID = matching('^[a-zA-Z0-9]{26,35}$');
/** The txid of any Pix: a static QR code carries a shorter one. */
export const TXID_OF_PIX = matching('^[a-zA-Z0-9]{1,35}$');
const PERSON: Schema = {
  oneOf: [
    object({ cpf: CPF, nome: text(200) }, ['cpf', 'nome']),
    object({ cnpj: CNPJ, nome: text(200) }, ['cnpj', 'nome']),
  ],
};

const COB_TEXTS = {
  chave: KEY,
  solicitacaoPagador: text(140),
  infoAdicionais: array(object({ nome: text(50), valor: text(200) }, ['nome', 'valor']), { maxItems: 50 }),
};
const COB_VALUE_FIELDS = { original: MONEY, modalidadeAlteracao: { ...INT32, minimum: 0, maximum: 1 } };
const COB_VALUE = object(COB_VALUE_FIELDS, ['original']);
const LIFETIME: Schema = { ...INT32, minimum: 1 };
const COB_STATUS = oneOfWords('ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP');

/** `PUT /cob/{txid}`, request. */
export const COB_REQUEST = object(
  { calendario: object({ expiracao: LIFETIME }), devedor: PERSON, valor: COB_VALUE, ...COB_TEXTS },
  ['valor', 'chave', 'calendario'],
);

/** `PATCH /cob/{txid}`, request. */
export const COB_REVISION = object({
  calendario: object({ expiracao: LIFETIME }),
  devedor: PERSON,
  valor: object(COB_VALUE_FIELDS),
  status: oneOfWords('REMOVIDA_PELO_USUARIO_RECEBEDOR'),
  ...COB_TEXTS,
});

const COB_FIELDS = {
  calendario: object({ criacao: TIME, expiracao: LIFETIME }, ['criacao', 'expiracao']),
  txid: TXID,
  revisao: INT32,
  devedor: PERSON,
  loc: object(
    {
      id: { type: 'integer', format: 'int64' },
      txid: TXID,
      location: LOCATION,
      tipoCob: oneOfWords('cob', 'cobv'),
      criacao: TIME,
    },
    ['id', 'txid', 'location', 'tipoCob', 'criacao'],
  ),
  location: LOCATION,
  status: COB_STATUS,
  valor: COB_VALUE,
  pixCopiaECola: text(512),
  ...COB_TEXTS,
};
const COB_REQUIRED = ['txid', 'calendario', 'revisao', 'status', 'valor', 'chave'];

/** A cob as create and revise answer it. */
export const COB = object(COB_FIELDS, COB_REQUIRED);

/** A devolution, as it is answered and as a Pix lists it. */
export const DEVOLUTION = object(
  {
    id: OWN_ID,
    rtrId: RAIL_ID,
    valor: MONEY,
    natureza: oneOfWords('ORIGINAL', 'RETIRADA', 'MED_OPERACIONAL', 'MED_FRAUDE', 'MED_PIX_AUTOMATICO'),
    descricao: text(140),
    horario: object({ solicitacao: TIME, liquidacao: TIME }),
    status: oneOfWords('EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO'),
    motivo: text(140),
  },
  ['id', 'rtrId', 'valor', 'horario', 'status'],
);

/** `PUT /pix/{e2eid}/devolucao/{id}`, request. The receiver may ask for two of the natures only. */
export const DEVOLUTION_REQUEST = object(
  { valor: MONEY, natureza: oneOfWords('ORIGINAL', 'RETIRADA'), descricao: text(140) },
  ['valor'],
);

const pixWith = (txid: Schema): Schema =>
  object(
    {
      endToEndId: END_TO_END_ID,
      txid,
      valor: MONEY,
      componentesValor: { type: 'object', anyOf: [object({ original: object({ valor: MONEY }, ['valor']) })] },
      chave: KEY,
      horario: TIME,
      infoPagador: text(140),
      devolucoes: array(DEVOLUTION),
      // Not in the document: several banks name the payer, and the simulator does so when it is asked to.
      pagador: PERSON,
    },
    ['endToEndId', 'valor', 'horario'],
  );

/** One Pix that arrived. */
export const PIX = pixWith(TXID_OF_PIX);

/** A cob with the Pix that paid it. */
export const COB_COMPLETE = object({ ...COB_FIELDS, pix: array(pixWith(TXID)) }, COB_REQUIRED);

const PAGE = object(
  {
    paginaAtual: { type: 'integer', minimum: 0 },
    itensPorPagina: { type: 'integer', minimum: 1 },
    quantidadeDePaginas: { type: 'integer', minimum: 1 },
    quantidadeTotalDeItens: { type: 'integer', minimum: 0 },
  },
  ['paginaAtual', 'itensPorPagina', 'quantidadeDePaginas', 'quantidadeTotalDeItens'],
);
const RANGE = { inicio: TIME, fim: TIME };
const PIX_FILTERS = {
  txid: TXID_OF_PIX,
  txIdPresente: { type: 'boolean' },
  devolucaoPresente: { type: 'boolean' },
  cpf: CPF,
  cnpj: CNPJ,
} as const satisfies Record<string, Schema>;
const COB_FILTERS = {
  cpf: CPF,
  cnpj: CNPJ,
  locationPresente: { type: 'boolean' },
  status: text(),
} as const satisfies Record<string, Schema>;
const PAGE_QUERY = {
  'paginacao.paginaAtual': { ...INT32, minimum: 0 },
  'paginacao.itensPorPagina': { ...INT32, minimum: 1, maximum: 1000 },
};

/** `GET /cob`, query. */
export const COB_LIST_QUERY = object({ ...RANGE, ...COB_FILTERS, ...PAGE_QUERY }, ['inicio', 'fim']);
/** `GET /cob`, answer. */
export const COB_LIST = object(
  {
    parametros: object({ ...RANGE, ...COB_FILTERS, paginacao: PAGE }, ['inicio', 'fim', 'paginacao']),
    cobs: array(COB_COMPLETE),
  },
  ['parametros', 'cobs'],
);

/** `GET /pix`, query. */
export const PIX_LIST_QUERY = object({ ...RANGE, ...PIX_FILTERS, ...PAGE_QUERY }, ['inicio', 'fim']);
/** `GET /pix`, answer. */
export const PIX_LIST = object(
  {
    parametros: object({ ...RANGE, ...PIX_FILTERS, paginacao: PAGE }, ['inicio', 'fim', 'paginacao']),
    pix: array(PIX),
  },
  ['parametros', 'pix'],
);

/** `PUT /webhook/{chave}`, request. */
export const WEBHOOK_REQUEST = object({ webhookUrl: URI }, ['webhookUrl']);
/** `GET /webhook/{chave}`, answer; `chave` stands in the document's example and not in its schema. */
export const WEBHOOK = object({ webhookUrl: URI, chave: KEY, cnpj: CNPJ, criacao: TIME }, [
  'webhookUrl',
  'cnpj',
  'criacao',
]);

/** What a bank posts to `{webhookUrl}/pix`. */
export const CALLBACK = object({ pix: array(PIX, { minItems: 1 }) }, ['pix']);

/** Every refusal, RFC 7807. */
export const PROBLEM = object(
  {
    type: URI,
    title: text(),
    status: { type: 'integer' },
    detail: text(),
    correlationId: text(),
    violacoes: array(object({ razao: text(), propriedade: text(), valor: text() })),
  },
  ['type', 'title', 'status'],
);

/** The token endpoint's answer, RFC 6749 section 5.1. */
export const TOKEN = object(
  {
    access_token: { type: 'string', minLength: 1 },
    token_type: oneOfWords('Bearer', 'bearer'),
    expires_in: { type: 'integer', minimum: 1 },
    scope: text(),
  },
  ['access_token', 'token_type', 'expires_in'],
);
/** The token endpoint's refusal, RFC 6749 section 5.2. */
export const TOKEN_REFUSAL = object({ error: text(), error_description: text() }, ['error']);

/** Every message by the name that routes, proxy and tests use. */
export const MESSAGES = {
  balance: BALANCE,
  keyOwner: KEY_OWNER,
  keyOwnerRequest: KEY_OWNER_REQUEST,
  callback: CALLBACK,
  cob: COB,
  cobComplete: COB_COMPLETE,
  cobList: COB_LIST,
  cobListQuery: COB_LIST_QUERY,
  cobRequest: COB_REQUEST,
  cobRevision: COB_REVISION,
  defenceRequest: DEFENCE_REQUEST,
  devolution: DEVOLUTION,
  devolutionRequest: DEVOLUTION_REQUEST,
  infraction: INFRACTION_ANSWERED,
  infractionCallback: INFRACTION_CALLBACK,
  infractionList: INFRACTION_LIST,
  infractionListQuery: INFRACTION_LIST_QUERY,
  pix: PIX,
  pixList: PIX_LIST,
  pixListQuery: PIX_LIST_QUERY,
  pixOut: PIX_OUT,
  pixOutCallback: PIX_OUT_CALLBACK,
  pixOutCodeRequest: PIX_OUT_CODE_REQUEST,
  pixOutRefusal: PIX_OUT_REFUSAL,
  pixOutRequest: PIX_OUT_REQUEST,
  pixOutTaken: PIX_OUT_TAKEN,
  problem: PROBLEM,
  token: TOKEN,
  tokenRefusal: TOKEN_REFUSAL,
  webhook: WEBHOOK,
  webhookRequest: WEBHOOK_REQUEST,
} as const satisfies Record<string, Schema>;

export type MessageName = keyof typeof MESSAGES;
