import type { MessageName } from '@gx/testkit/api-pix';

/**
 * Which schema of the central bank's document each of ours stands for. The token messages are OAuth's, not
 * the document's; those of Pix sent out (`pixOut*`) are Efí's, and the document has nothing like them.
 */
export const PARTNERS = {
  cobRequest: 'CobSolicitada',
  cobRevision: 'CobRevisada',
  cob: 'CobGerada',
  cobComplete: 'CobCompleta',
  cobList: 'CobsConsultadas',
  cobListQuery: 'query /cob',
  devolutionRequest: 'DevolucaoSolicitada',
  devolution: 'Devolucao',
  pix: 'Pix',
  pixList: 'PixConsultados',
  pixListQuery: 'query /pix',
  webhookRequest: 'WebhookSolicitado',
  webhook: 'WebhookCompleto',
  callback: 'WebhookPixBody',
  problem: 'Problema',
} as const satisfies Partial<Record<MessageName, string>>;

export type Deviation = { readonly line: RegExp; readonly why: string };

/**
 * Every place where our schemas say something else on purpose, matched against `<message> <side> <path>:
 * <constraint>`: the side is `-` for a constraint that the document alone states and `+` for one of ours.
 */
export const DEVIATIONS: readonly Deviation[] = [
  // Not used here, so not described.
  { line: /^cob\w* - (cobs\[\]\.)?valor\.retirada/, why: 'withdrawals and change in cash are not offered' },
  { line: /^\w+ - (.*\.)?componentesValor<[1-6]>/, why: 'only the original value is ever broken out' },
  { line: /^cobRe\w+ - loc(\.(id|tipoCob))?: /, why: 'a request never names a location: the bank chooses it' },
  // The document against its own prose, examples or sense.
  {
    line: /^cob\w* (- .*infoAdicionais: maximum|\+ .*infoAdicionais: maxItems) 50$/,
    why: 'a limit of 50 entries, written for a number',
  },
  { line: /^cob\w* - .*location: format "uri"$/, why: 'its locations carry no scheme, which a URI has' },
  { line: /^cob\w* \+ .*location: pattern /, why: 'the same: host and path' },
  {
    line: /^cob\w* \+ (cobs\[\]\.)?loc\.txid: (known|type|pattern)/,
    why: 'it demands loc.txid and describes it elsewhere',
  },
  {
    line: /^(pix|pixList|callback) - (pix\[\]\.)?txid: pattern \S+\{26,35\}\$$/,
    why: 'a Pix has two lengths of txid at once',
  },
  {
    line: /^cob(Complete|List) - (cobs\[\]\.)?pix\[\]\.txid: pattern \S+\{1,35\}\$$/,
    why: 'the same, where a cob is paid',
  },
  { line: /^pixList\w* - (parametros\.)?txid: pattern \S+\{26,35\}\$$/, why: 'the same, in the filter' },
  { line: /^pixList - cobs: required$/, why: 'the list of Pix demands `cobs`, copied from the list of cobs' },
  { line: /^pixList \+ pix: required$/, why: 'and so leaves out the list itself' },
  { line: /^cobList - cobs\[\]\.idCob: required$/, why: 'a field that it describes nowhere' },
  { line: /^webhook \+ chave: /, why: 'the example of a webhook has it, its schema not' },
  { line: /^callback \+ pix: (required|minItems 1)$/, why: 'a callback without a Pix says nothing' },
  { line: /^callback \+ : type "object"$/, why: 'a callback is an object, which the document leaves unsaid' },
  // Additions.
  { line: /^cob\w* \+ (cobs\[\]\.)?calendario\.expiracao: minimum 1$/, why: 'its prose wants it above zero' },
  { line: /^\w+ \+ (.*\.)?pagador/, why: 'several banks name the payer; the simulator does so on request' },
];
