import { array, END_TO_END_ID, INT32, KEY, MONEY, matching, object, oneOfWords, TIME, text } from './schema.ts';

// Infraction reports (MED) are no part of the standard. What follows is Efí's (its developer pages and SDKs),
// by the name of which the simulator and the adapter speak it.
const REPORT_ID = matching('^[a-zA-Z0-9-]{1,36}$');
/** One report, in the list, in the answer to a defence and in a callback. */
const INFRACTION = object(
  {
    idInfracao: REPORT_ID,
    endToEndId: END_TO_END_ID,
    protocolo: { type: 'integer' },
    dataTransacao: TIME,
    valor: MONEY,
    chave: KEY,
    status: oneOfWords('ABERTA', 'EM_DEFESA', 'ACEITA', 'REJEITADA', 'CANCELADA_EFI'),
    razao: text(),
    defesa: text(10_000),
    dadosAnalise: object({ abertura: TIME, prazoFinalizacao: TIME, recebimentoDefesa: TIME, finalizacao: TIME }, [
      'abertura',
      'prazoFinalizacao',
    ]),
    criadoEm: TIME,
    atualizadoEm: TIME,
  },
  ['idInfracao', 'endToEndId', 'valor', 'status', 'dadosAnalise', 'criadoEm', 'atualizadoEm'],
);
export const INFRACTION_ANSWERED = INFRACTION;
/** `GET /gn/infracoes`, query. */
export const INFRACTION_LIST_QUERY = object(
  {
    inicio: TIME,
    fim: TIME,
    idInfracao: REPORT_ID,
    endToEndId: END_TO_END_ID,
    status: text(40),
    'paginacao.paginaAtual': { ...INT32, minimum: 0 },
    'paginacao.itensPorPagina': { ...INT32, minimum: 1, maximum: 1000 },
  },
  ['inicio', 'fim'],
);
/** Its answer. */
export const INFRACTION_LIST = object(
  {
    parametros: object(
      {
        inicio: TIME,
        fim: TIME,
        idInfracao: REPORT_ID,
        endToEndId: END_TO_END_ID,
        status: text(40),
        paginacao: object(
          {
            paginaAtual: INT32,
            itensPorPagina: INT32,
            quantidadeDePaginas: INT32,
            quantidadeTotalDeItens: INT32,
          },
          ['paginaAtual', 'itensPorPagina', 'quantidadeDePaginas', 'quantidadeTotalDeItens'],
        ),
      },
      ['inicio', 'fim', 'paginacao'],
    ),
    infracoes: array(INFRACTION),
  },
  ['parametros', 'infracoes'],
);
/** `POST /gn/infracoes/{idInfracao}/defesa`, request. */
export const DEFENCE_REQUEST = object({ analise: oneOfWords('aceito', 'rejeitado'), justificativa: text(10_000) }, [
  'analise',
  'justificativa',
]);
/** What a bank posts to the address of a key when a report was opened or changed. */
export const INFRACTION_CALLBACK = object({ infracoes: array(INFRACTION, { minItems: 1 }) }, ['infracoes']);
