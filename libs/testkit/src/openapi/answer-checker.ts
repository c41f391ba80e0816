import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { closed } from './closed.ts';

/** One answer of the service, as far as its contract speaks of it. */
export type AnswerDetails = {
  readonly method: string;
  /** Path alone, without the query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
};
type Content = Readonly<Record<string, { readonly schema?: object }>>;
type Response = { readonly content?: Content } | { readonly $ref: string };
export type Operation = {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-codeSamples': readonly { readonly source: string }[];
};
export type Contract = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, { readonly content?: Content }>> };
};
type Checker = (answer: AnswerDetails) => string[];

const CONTRACT = 'contract';
/** What is no route is answered as what is not there, until there was too much of it. */
const NO_ROUTE: Readonly<Record<number, string>> = { 404: 'not_found', 429: 'rate_limited' };
const checkers = new Map<string, Checker>();

/**
 * Says what of an answer its contract, the text of an OpenAPI document, does not say; nothing when all of it
 * fits.
 */
export function answerChecker(text: string): Checker {
  const known = checkers.get(text);
  if (known !== undefined) return known;
  const contract = closed(JSON.parse(text)) as Contract;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ ...contract, $id: CONTRACT });
  const checker: Checker = (answer) => problemsOf(contract, ajv, answer);
  checkers.set(text, checker);
  return checker;
}

function problemsOf(contract: Contract, ajv: Ajv2020, answer: AnswerDetails): string[] {
  const { path, status } = answer;
  const method = answer.method === 'HEAD' ? 'GET' : answer.method;
  const template = templateOf(contract, method, path);
  if (template === undefined) {
    const code = NO_ROUTE[status];
    if (code === undefined) return [`${answer.method} ${path} answered ${status} and is no route`];
    const refusal = contract.components.responses[code] ?? {};
    const at = ['components', 'responses', code];
    return contentProblems(ajv, answer, { what: `no route ${status}`, content: refusal.content, at });
  }
  const operation = contract.paths[template]?.[method.toLowerCase()] as Operation;
  const what = `${operation.operationId} ${status}`;
  const found = operation.responses[status];
  if (found === undefined) return [`${what}: a status that is not described`];
  const [response, at] = resolved(contract, found, [
    ...['paths', template, method.toLowerCase(), 'responses', String(status)],
  ]);
  return contentProblems(ajv, answer, { what, content: response.content, at });
}

type DescribedContent = {
  readonly what: string;
  readonly content: Content | undefined;
  readonly at: readonly string[];
};

/**
 * What of the body is not as it is described at a place of the contract. HEAD is GET without its body (RFC
 * 9110).
 */
function contentProblems(
  ajv: Ajv2020,
  answer: AnswerDetails,
  { what, content: types, at }: DescribedContent,
): string[] {
  const { method, contentType, text } = answer;
  const type = contentType?.split(';')[0];
  if (types === undefined) return text === '' ? [] : [`${what}: a body where none is described`];
  const content = types[type ?? ''];
  if (content === undefined) return [`${what}: the content type ${type} is not described`];
  if (content.schema === undefined || method === 'HEAD') return [];
  const validate = validatorAt(ajv, [...at, 'content', type ?? '', 'schema']);
  if (validate(JSON.parse(text))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${what}: ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The template that a path fits: a literal one before one with a parameter. */
function templateOf({ paths }: Contract, method: string, path: string): string | undefined {
  const fits = (template: string): boolean =>
    new RegExp(`^${template.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`).test(path);
  return Object.keys(paths)
    .filter((template) => paths[template]?.[method.toLowerCase()] !== undefined && fits(template))
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
}

function resolved(
  { components }: Contract,
  response: Response,
  at: readonly string[],
): [{ readonly content?: Content }, readonly string[]] {
  if (!('$ref' in response)) return [response, at];
  const name = response.$ref.split('/').at(-1) ?? '';
  return [components.responses[name] ?? {}, ['components', 'responses', name]];
}

function validatorAt(ajv: Ajv2020, at: readonly string[]): ValidateFunction {
  const pointer = at.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = ajv.getSchema(`${CONTRACT}#/${pointer}`);
  if (validate === undefined) throw new Error(`no schema at ${pointer}`);
  return validate;
}
