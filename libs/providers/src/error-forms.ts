/** An error as the server that answered words it. Its sentences stay out: they may quote the request. */
export type ErrorAnswer = {
  /** The codes by which it is known, the first of them the one that is passed on. */
  readonly names: readonly string[];
  /** For people, where it quotes nothing. */
  readonly title?: string;
  /** Which fields of the request broke a rule. */
  readonly properties: readonly string[];
  /** A gateway answers before the bank has seen the call: its status proves nothing about a charge. */
  readonly from: 'bank' | 'gateway';
  /** The status that the body names, which may be another than the answer's. */
  readonly status?: number;
};
type Fields = Readonly<Record<string, unknown>>;
type ErrorForm = (fields: Fields) => ErrorAnswer | undefined;

/** The codes of the standard's error table, at the end of a problem's type. */
const ERROR_TYPE = /\/error\/(\w+)$/;
/** A code, and no sentence. */
const NAME = /^[\w.-]{1,80}$/;
const TITLE_MAX = 120;
const PROPERTIES_MAX = 5;

/** Every form that errors are known to have. The first that fits counts. */
const FORMS: readonly ErrorForm[] = [
  // `{nome, mensagem}`, `erros` beside it for a body that breaks a schema.
  ({ nome, mensagem }) => (isName(nome) && isText(mensagem) ? ofBank([nome]) : undefined),
  // `{erros: [{codigo, versao, mensagem, ocorrencia}]}`
  ({ erros }) => listed(erros, 'codigo'),
  // `{mensagens: [{mensagem, codigo}]}`
  ({ mensagens }) => listed(mensagens, 'codigo'),
  // `{codigo, mensagem, campos: [{campo, mensagem}]}`
  ({ codigo, mensagem, campos }) =>
    codeOf(codigo) !== undefined && isText(mensagem) ? ofBank([codigo], texts(campos, 'campo')) : undefined,
  // `{error: {title, detail, violacoes}}`
  ({ error }) => (isFields(error) ? problem(error) : undefined),
  problem,
  // `{fault: {faultstring, detail: {errorcode}}}`
  ({ fault }) => (isFields(fault) ? ofGateway([inside(fault['detail'], 'errorcode')]) : undefined),
  // `{timestamp, httpStatus, details, errorCode, trackingId}`
  ({ errorCode, httpStatus }) =>
    httpStatus !== undefined && errorCode !== undefined ? ofGateway([errorCode], httpStatus) : undefined,
  // `{statusCode, error, message, attributes: {error}}`
  ({ statusCode, error, attributes }) =>
    statusCode !== undefined && isText(error) ? ofGateway([inside(attributes, 'error'), error], statusCode) : undefined,
  // `{errors: [{code, message}]}`
  ({ errors }) => {
    const codes = entries(errors).map(({ code }) => code);
    return codes.length > 0 ? ofGateway(codes) : undefined;
  },
];

/** The error that a body is, in whichever form; undefined where it has none that is known. */
export function readError(json: unknown): ErrorAnswer | undefined {
  if (!isFields(json)) return undefined;
  for (const form of FORMS) {
    const error = form(json);
    if (error !== undefined) return error;
  }
  return undefined;
}

/** A problem (RFC 7807), also one without a type or without a title. */
function problem({ type, title, violacoes }: Fields): ErrorAnswer | undefined {
  if (!isText(type) && !isText(title)) return undefined;
  const name = isText(type) ? ERROR_TYPE.exec(type)?.[1] : undefined;
  const error = ofBank([name], texts(violacoes, 'propriedade'));
  return isText(title) ? { ...error, title: title.slice(0, TITLE_MAX) } : error;
}

function listed(list: unknown, key: string): ErrorAnswer | undefined {
  const codes = entries(list).map((entry) => entry[key]);
  return codes.length > 0 ? ofBank(codes) : undefined;
}

const ofBank = (codes: readonly unknown[], properties: readonly string[] = []): ErrorAnswer => ({
  names: codes.flatMap((code) => codeOf(code) ?? []),
  properties,
  from: 'bank',
});

function ofGateway(codes: readonly unknown[], status?: unknown): ErrorAnswer {
  const [digits] = /^\d{3}/.exec(String(status)) ?? [];
  const error = { names: codes.flatMap((code) => codeOf(code) ?? []), properties: [], from: 'gateway' } as const;
  return digits === undefined ? error : { ...error, status: Number(digits) };
}

const inside = (fields: unknown, key: string): unknown => (isFields(fields) ? fields[key] : undefined);
const entries = (list: unknown): readonly Fields[] => (Array.isArray(list) ? list.filter(isFields) : []);
const texts = (list: unknown, key: string): readonly string[] =>
  entries(list)
    .flatMap((entry) => {
      const text = entry[key];
      return isText(text) ? [text] : [];
    })
    .slice(0, PROPERTIES_MAX);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): value is string => isText(value) && NAME.test(value);
/** Banks write codes as text and as numbers. */
const codeOf = (code: unknown): string | undefined => {
  const text = typeof code === 'number' ? String(code) : code;
  return isName(text) ? text : undefined;
};
