import type { MessageName } from '@gx/testkit/api-pix';

/**
 * A document and whether our schema takes it; `theirs` only where the central bank's says otherwise, with the
 * reason in the rule.
 */
export type Sample = {
  readonly name: MessageName;
  readonly rule: string;
  readonly document: unknown;
  readonly ours: boolean;
  readonly theirs?: boolean;
};

const TXID = '7978c0c97ea847e78e8849634473c1f1';
const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const LOCATION = 'pix.example.com/qr/9d36b84fc70b478fb95c12729b90ca25';
const request = {
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  valor: { original: '37.00', modalidadeAlteracao: 0 },
  chave: KEY,
  solicitacaoPagador: 'Serviço realizado.',
  infoAdicionais: [{ nome: 'Campo 1', valor: 'Informação' }],
};
const cob = {
  ...request,
  calendario: { criacao: '2026-11-21T10:00:00.358Z', expiracao: 3600 },
  txid: TXID,
  revisao: 0,
  loc: { id: 789, txid: TXID, location: LOCATION, tipoCob: 'cob', criacao: '2026-11-21T10:00:00.358Z' },
  location: LOCATION,
  status: 'ATIVA',
  pixCopiaECola: '00020101',
};
const devolution = {
  id: '123ABC',
  rtrId: 'D1234567820200909122120200808006',
  valor: '10.00',
  natureza: 'ORIGINAL',
  horario: { solicitacao: '2026-11-21T10:20:00.358-03:00' },
  status: 'EM_PROCESSAMENTO',
};
const sent = {
  endToEndId: 'E1234567820200909122120200808009',
  idEnvio: 're1',
  valor: '12.34',
  chave: KEY,
  status: 'REALIZADO',
  horario: { solicitacao: '2026-11-21T10:00:00.000Z', liquidacao: '2026-11-21T10:00:01.000Z' },
  favorecido: { chave: 'maria@example.com' },
};
const sentBack = {
  id: 'r1',
  rtrId: 'D12345678202009091000abcde123456',
  valor: '2.34',
  horario: { solicitacao: sent.horario.solicitacao },
  status: 'DEVOLVIDO',
};
const account = {
  ...{ nome: 'José Carvalho', cpf: '12345678909', codigoBanco: '09089356' },
  ...{ agencia: '1', conta: '123453', tipoConta: 'cacc' },
};
const sentCallback = {
  endToEndId: sent.endToEndId,
  chave: KEY,
  tipo: 'SOLICITACAO',
  status: 'NAO_REALIZADO',
  valor: '12.34',
  horario: null,
  gnExtras: {
    idEnvio: 're1',
    erro: { codigo: 'AC06', origem: 'PSP do usuário recebedor', motivo: 'Conta bloqueada.' },
  },
};
const pix = {
  endToEndId: 'E1234567820200909122120200808008',
  txid: TXID,
  valor: '37.00',
  componentesValor: { original: { valor: '37.00' } },
  chave: KEY,
  horario: '2026-11-21T10:15:00.358Z',
  infoPagador: '0123456789',
  devolucoes: [devolution],
};
const page = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1, quantidadeTotalDeItens: 1 };
const range = { inicio: '2026-11-21T00:00:00Z', fim: '2026-11-21T23:59:59Z' };
const problem = {
  type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
  title: 'Cobrança inválida.',
  status: 400,
  detail: 'Não respeita o schema.',
  violacoes: [{ razao: 'Fora do padrão.', propriedade: 'cob.valor.original' }],
};
const without = (document: object, field: string): object =>
  Object.fromEntries(Object.entries(document).filter(([key]) => key !== field));

// biome-ignore format: one row per sample, read as a table
export const SAMPLES: readonly Sample[] = [
  { name: 'cobRequest', rule: 'a whole request', document: request, ours: true },
  { name: 'cobRequest', rule: 'a company as debtor', document: { ...request, devedor: { cnpj: '12ABC34501DE35', nome: 'Empresa' } }, ours: true },
  { name: 'cobRequest', rule: 'a debtor with both documents', document: { ...request, devedor: { cpf: '12345678909', cnpj: '12345678000195', nome: 'X' } }, ours: false },
  { name: 'cobRequest', rule: 'a debtor without a name', document: { ...request, devedor: { cpf: '12345678909' } }, ours: false },
  { name: 'cobRequest', rule: 'a CPF of twelve digits', document: { ...request, devedor: { cpf: '123456789090', nome: 'X' } }, ours: false },
  { name: 'cobRequest', rule: 'an amount with one decimal', document: { ...request, valor: { original: '37.0' } }, ours: false },
  { name: 'cobRequest', rule: 'an amount with text around it', document: { ...request, valor: { original: 'R$ 37.00' } }, ours: false },
  { name: 'cobRequest', rule: 'an amount as a number', document: { ...request, valor: { original: 37 } }, ours: false },
  { name: 'cobRequest', rule: 'eleven digits of reais', document: { ...request, valor: { original: '12345678901.00' } }, ours: false },
  { name: 'cobRequest', rule: 'a third way of changing the amount', document: { ...request, valor: { original: '37.00', modalidadeAlteracao: 2 } }, ours: false },
  { name: 'cobRequest', rule: 'no Pix key', document: without(request, 'chave'), ours: false },
  { name: 'cobRequest', rule: 'no calendar', document: without(request, 'calendario'), ours: false },
  { name: 'cobRequest', rule: 'a Pix key of 78 characters', document: { ...request, chave: 'k'.repeat(78) }, ours: false },
  { name: 'cobRequest', rule: 'a message to the payer of 141 characters', document: { ...request, solicitacaoPagador: 'm'.repeat(141) }, ours: false },
  { name: 'cobRequest', rule: 'a lifetime of half a second', document: { ...request, calendario: { expiracao: 0.5 } }, ours: false },
  { name: 'cobRequest', rule: 'a lifetime of zero, which only prose forbids,', document: { ...request, calendario: { expiracao: 0 } }, ours: false, theirs: true },
  { name: 'cobRequest', rule: 'a misspelt field, for which the document leaves room,', document: { ...request, solicitaçãoPagador: 'x' }, ours: false, theirs: true },
  { name: 'cobRevision', rule: 'a removal', document: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, ours: true },
  { name: 'cobRevision', rule: 'the spelling of its prose', document: { status: 'REMOVIDO_PELO_USUARIO_RECEBEDOR' }, ours: false },
  { name: 'cob', rule: 'a whole cob', document: cob, ours: true },
  { name: 'cob', rule: 'a cob without location and BR Code', document: without(without(without(cob, 'location'), 'loc'), 'pixCopiaECola'), ours: true },
  { name: 'cob', rule: 'a txid of 25 characters', document: { ...cob, txid: 'a'.repeat(25) }, ours: false },
  { name: 'cob', rule: 'a txid of 36 characters', document: { ...cob, txid: 'a'.repeat(36) }, ours: false },
  { name: 'cob', rule: 'a day without a time as its creation', document: { ...cob, calendario: { ...cob.calendario, criacao: '2026-11-21' } }, ours: false },
  { name: 'cob', rule: 'a day that does not exist', document: { ...cob, calendario: { ...cob.calendario, criacao: '2026-02-30T10:00:00Z' } }, ours: false },
  { name: 'cob', rule: 'a location of 78 characters', document: { ...cob, location: `pix.example.com/${'q'.repeat(62)}` }, ours: false },
  { name: 'cob', rule: 'a location with a scheme, which its format even asks for,', document: { ...cob, location: 'https://pix.example.com/qr/1' }, ours: false, theirs: true },
  { name: 'cob', rule: 'a BR Code of 513 characters', document: { ...cob, pixCopiaECola: 'x'.repeat(513) }, ours: false },
  { name: 'cob', rule: 'an unknown status', document: { ...cob, status: 'SUSPENSA' }, ours: false },
  { name: 'cob', rule: 'no revision', document: without(cob, 'revisao'), ours: false },
  { name: 'cobComplete', rule: 'a paid cob', document: { ...cob, status: 'CONCLUIDA', pix: [pix] }, ours: true },
  { name: 'cobComplete', rule: 'a paid cob whose Pix lacks its time', document: { ...cob, pix: [without(pix, 'horario')] }, ours: false },
  { name: 'devolutionRequest', rule: 'an amount alone', document: { valor: '7.89' }, ours: true },
  { name: 'devolutionRequest', rule: 'a whole request', document: { valor: '7.89', natureza: 'ORIGINAL', descricao: 'Troca' }, ours: true },
  { name: 'devolutionRequest', rule: 'no amount', document: { descricao: 'Troca' }, ours: false },
  { name: 'devolutionRequest', rule: 'an amount with a comma', document: { valor: '7,89' }, ours: false },
  { name: 'devolutionRequest', rule: 'a nature that only a bank may ask for', document: { valor: '7.89', natureza: 'MED_FRAUDE' }, ours: false },
  { name: 'devolutionRequest', rule: 'a text of 141 characters', document: { valor: '7.89', descricao: 'x'.repeat(141) }, ours: false },
  { name: 'devolution', rule: 'one under way', document: devolution, ours: true },
  { name: 'devolution', rule: 'one that failed, with its reason', document: { ...devolution, status: 'NAO_REALIZADO', motivo: 'Negado por timeout' }, ours: true },
  { name: 'devolution', rule: 'one without its id on the rail', document: without(devolution, 'rtrId'), ours: false },
  { name: 'devolution', rule: 'an id with a hyphen', document: { ...devolution, id: 'a-1' }, ours: false },
  { name: 'devolution', rule: 'an unknown status', document: { ...devolution, status: 'ESTORNADO' }, ours: false },
  { name: 'pixOutRequest', rule: 'a whole request', document: { valor: '12.34', pagador: { chave: KEY, infoPagador: 'Reembolso' }, favorecido: { chave: 'maria@example.com' } }, ours: true },
  { name: 'pixOutRequest', rule: 'nobody to pay', document: { valor: '12.34', pagador: { chave: KEY } }, ours: false },
  { name: 'pixOutRequest', rule: 'a misspelt field', document: { valor: '12.34', pagador: { chave: KEY }, favorecido: { chave: 'x', cnp: '1' } }, ours: false },
  { name: 'pixOutRequest', rule: 'a key of a named owner', document: { valor: '12.34', pagador: { chave: KEY }, favorecido: { chave: 'x', cpf: '12345678909' } }, ours: true },
  { name: 'pixOutRequest', rule: 'a key of two owners', document: { valor: '12.34', pagador: { chave: KEY }, favorecido: { chave: 'x', cpf: '12345678909', cnpj: '12ABC34501DE35' } }, ours: false },
  { name: 'pixOutRequest', rule: 'an account', document: { valor: '12.34', pagador: { chave: KEY }, favorecido: { contaBanco: account } }, ours: true },
  { name: 'pixOutRequest', rule: 'an account of nobody', document: { valor: '12.34', pagador: { chave: KEY }, favorecido: { contaBanco: without(account, 'cpf') } }, ours: false },
  { name: 'pixOutRequest', rule: 'an account of an unknown type', document: { valor: '12.34', pagador: { chave: KEY }, favorecido: { contaBanco: { ...account, tipoConta: 'corrente' } } }, ours: false },
  { name: 'pixOutCodeRequest', rule: 'a code with its amount', document: { valor: '12.34', pagador: { chave: KEY }, pixCopiaECola: '000201' }, ours: true },
  { name: 'pixOutCodeRequest', rule: 'a code of any amount', document: { pagador: { chave: KEY }, pixCopiaECola: '000201' }, ours: false },
  { name: 'keyOwnerRequest', rule: 'a key', document: { chave: 'x' }, ours: true },
  { name: 'keyOwner', rule: 'an owner', document: { chave: 'x', titular: { cpf: '12345678909', nome: 'X' } }, ours: true },
  { name: 'keyOwner', rule: 'an owner whose document is masked', document: { chave: 'x', titular: { cpf: '***.456.789-**', nome: 'X' } }, ours: false },
  { name: 'pixOutTaken', rule: 'taken', document: { idEnvio: 're1', e2eId: sent.endToEndId, valor: '12.34', horario: { solicitacao: sent.horario.solicitacao }, status: 'EM_PROCESSAMENTO' }, ours: true },
  { name: 'pixOutTaken', rule: 'done in the same breath', document: { idEnvio: 're1', e2eId: sent.endToEndId, valor: '12.34', horario: { solicitacao: sent.horario.solicitacao }, status: 'REALIZADO' }, ours: false },
  { name: 'pixOut', rule: 'a sent Pix', document: sent, ours: true },
  { name: 'pixOut', rule: 'a sent Pix without its own id', document: without(sent, 'idEnvio'), ours: false },
  { name: 'pixOut', rule: 'a sent Pix of which a part came back', document: { ...sent, devolucoes: [sentBack] }, ours: true },
  { name: 'pixOut', rule: 'a return without an id', document: { ...sent, devolucoes: [without(sentBack, 'id')] }, ours: false },
  { name: 'pixOutCallback', rule: 'a return', document: { ...sentCallback, status: 'REALIZADO', gnExtras: { idEnvio: 're1' }, devolucoes: [sentBack] }, ours: true },
  { name: 'pixOutCallback', rule: 'a failure', document: sentCallback, ours: true },
  { name: 'pixOutCallback', rule: 'a success', document: { ...sentCallback, status: 'REALIZADO', horario: sent.horario.liquidacao, gnExtras: { idEnvio: 're1' } }, ours: true },
  { name: 'pixOutCallback', rule: 'a callback that does not say of which Pix', document: { ...sentCallback, gnExtras: {} }, ours: false },
  { name: 'pixOutRefusal', rule: 'a refusal', document: { nome: 'id_envio_duplicado', mensagem: 'O id já foi utilizado.' }, ours: true },
  { name: 'pixOutRefusal', rule: 'a refusal without its name', document: { mensagem: 'O id já foi utilizado.' }, ours: false },
  { name: 'pix', rule: 'a whole Pix', document: pix, ours: true },
  { name: 'pix', rule: 'a Pix of a static code, whose short txid the document refuses by mistake,', document: { ...pix, txid: 'pedido37' }, ours: true, theirs: false },
  { name: 'pix', rule: 'an end-to-end id of 34 characters', document: { ...pix, endToEndId: 'E12345678202009091221ghijk78901234' }, ours: false },
  { name: 'pix', rule: 'devolutions as an object', document: { ...pix, devolucoes: devolution }, ours: false },
  { name: 'pix', rule: 'a devolution with an unknown status', document: { ...pix, devolucoes: [{ ...devolution, status: 'TALVEZ' }] }, ours: false },
  { name: 'pix', rule: 'a Pix that names its payer', document: { ...pix, pagador: { cpf: '12345678909', nome: 'X' } }, ours: true },
  { name: 'pixList', rule: 'a page, which the document refuses for want of `cobs`,', document: { parametros: { ...range, paginacao: page }, pix: [pix] }, ours: true, theirs: false },
  { name: 'pixList', rule: 'a page without its own number', document: { parametros: { ...range, paginacao: without(page, 'paginaAtual') }, pix: [], cobs: [] }, ours: false },
  { name: 'pixListQuery', rule: 'a whole query', document: { ...range, txIdPresente: 'true', 'paginacao.paginaAtual': '0', 'paginacao.itensPorPagina': '1000' }, ours: true },
  { name: 'pixListQuery', rule: 'pages of 1001', document: { ...range, 'paginacao.itensPorPagina': '1001' }, ours: false },
  { name: 'pixListQuery', rule: 'a range without an end', document: { inicio: range.inicio }, ours: false },
  { name: 'cobListQuery', rule: 'a whole query', document: { ...range, status: 'ATIVA', 'paginacao.paginaAtual': '1' }, ours: true },
  { name: 'cobList', rule: 'a page, which the document refuses for want of `idCob`,', document: { parametros: { ...range, paginacao: page }, cobs: [{ ...cob, pix: [] }] }, ours: true, theirs: false },
  { name: 'webhookRequest', rule: 'an address', document: { webhookUrl: 'https://pix.example.com/api/webhook/' }, ours: true },
  { name: 'webhookRequest', rule: 'no address', document: {}, ours: false },
  { name: 'webhook', rule: 'a registration', document: { webhookUrl: 'https://pix.example.com/h', cnpj: '12ABC34501DE35', criacao: range.inicio }, ours: true },
  { name: 'webhook', rule: 'a registration without its owner', document: { webhookUrl: 'https://pix.example.com/h', criacao: range.inicio }, ours: false },
  { name: 'callback', rule: 'a batch', document: { pix: [pix, { ...pix, endToEndId: 'E87654321202009091221dfghi123456' }] }, ours: true },
  { name: 'callback', rule: 'a batch with a malformed element', document: { pix: [pix, { valor: '1.00' }] }, ours: false },
  { name: 'problem', rule: 'a whole problem', document: problem, ours: true },
  { name: 'problem', rule: 'a problem without a type', document: without(problem, 'type'), ours: false },
  { name: 'token', rule: 'a token', document: { access_token: 'abc', token_type: 'Bearer', expires_in: 3600, scope: 'cob.write' }, ours: true },
  { name: 'token', rule: 'a token that never expires', document: { access_token: 'abc', token_type: 'Bearer' }, ours: false },
  { name: 'tokenRefusal', rule: 'a refused client', document: { error: 'invalid_client' }, ours: true },
];
