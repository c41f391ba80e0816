import { FORMATS } from '@gx/testkit/api-pix';
import { Ajv } from 'ajv';

/** Any JSON Schema, as the central bank's document writes it. */
export type AnySchema = { readonly [key: string]: unknown };
type Operation = {
  readonly statuses: readonly number[];
  readonly request: string | undefined;
  readonly answerTo: (status: number) => string | undefined;
};
export type BcbDocument = {
  readonly root: AnySchema;
  readonly resolve: (name: string) => AnySchema;
  readonly operation: (path: string, method: string) => Operation | undefined;
};

const isObject = (value: unknown): value is AnySchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
const lastOf = (reference: unknown): string | undefined =>
  typeof reference === 'string' ? reference.split('/').at(-1) : undefined;

/**
 * The document writes some patterns between slashes, as JavaScript would, so that a validator refuses every
 * CPF, and leaves others unanchored, so that any text around a txid passes. Both are put right: no slashes,
 * and anchored at both ends.
 */
export function anchored(pattern: string): string {
  const bare = /^\/(.*)\/$/.exec(pattern)?.[1] ?? pattern;
  return `^${bare.replace(/^\^/, '').replace(/\$$/, '')}$`;
}

function normalised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalised);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'pattern' && typeof inner === 'string' ? anchored(inner) : normalised(inner),
    ]),
  );
}

/** Reads the parsed YAML, with its patterns put right. */
export function loadBcb(raw: unknown): BcbDocument {
  const root = normalised(raw) as AnySchema;
  const deref = (value: unknown): unknown => {
    const reference = at(value, '$ref');
    return typeof reference === 'string' ? at(root, ...reference.split('/').slice(1)) : value;
  };
  const schemaName = (body: unknown, media: string): string | undefined =>
    lastOf(at(deref(body), 'content', media, 'schema', '$ref'));
  return {
    root,
    resolve: (name) => {
      const query = /^query (\S+)$/.exec(name)?.[1];
      const found = query === undefined ? at(root, 'components', 'schemas', name) : queryOf(root, query, deref);
      const callback = at(root, 'components', 'requestBodies', name, 'content', 'application/json', 'schema');
      const schema = found ?? callback;
      if (!isObject(schema)) throw new Error(`the document has no schema ${name}`);
      return schema;
    },
    operation: (path, method) => {
      const found = at(root, 'paths', path, method.toLowerCase());
      const responses = at(found, 'responses');
      if (!isObject(responses)) return undefined;
      return {
        statuses: Object.keys(responses).map(Number),
        request: schemaName(at(found, 'requestBody'), 'application/json'),
        answerTo: (status) => schemaName(responses[String(status)], 'application/json'),
      };
    },
  };
}

/** The query parameters of `GET <path>` as one object schema. */
function queryOf(root: AnySchema, path: string, deref: (value: unknown) => unknown): AnySchema {
  const list = at(root, 'paths', path, 'get', 'parameters');
  const parameters = (Array.isArray(list) ? list : []).map(deref).filter(isObject);
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((one) => [String(at(one, 'name')), deref(at(one, 'schema'))])),
    required: parameters.filter((one) => at(one, 'required') === true).map((one) => String(at(one, 'name'))),
  };
}

const LIMITS = ['type', 'format', 'enum', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'];
type Constraints = Map<string, Set<string>>;

/**
 * What a schema demands, as constraints by path: `valor.original` -> `pattern ^…$`. `allOf` and references
 * melt into their place, the branches of `oneOf` and `anyOf` are numbered, so two schemas can be compared
 * however they are cut into pieces.
 */
export function constraintsOf(document: BcbDocument, schema: object): Constraints {
  const constraints: Constraints = new Map();
  const add = (path: string, constraint: string): void => {
    constraints.set(path, (constraints.get(path) ?? new Set()).add(constraint));
  };
  const walk = (path: string, given: unknown): void => {
    if (!isObject(given)) return;
    const name = lastOf(at(given, '$ref'));
    if (name !== undefined) walk(path, document.resolve(name));
    for (const key of LIMITS) if (given[key] !== undefined) add(path, `${key} ${JSON.stringify(given[key])}`);
    if (typeof at(given, 'pattern') === 'string') add(path, `pattern ${at(given, 'pattern')}`);
    for (const inner of listOf(at(given, 'required'))) add(`${path}.${String(inner)}`.replace(/^\./, ''), 'required');
    const properties = at(given, 'properties');
    for (const [key, inner] of Object.entries(isObject(properties) ? properties : {})) {
      const below = path === '' ? key : `${path}.${key}`;
      add(below, 'known');
      walk(below, inner);
    }
    if (at(given, 'items') !== undefined) walk(`${path}[]`, at(given, 'items'));
    for (const part of listOf(at(given, 'allOf'))) walk(path, part);
    for (const key of ['oneOf', 'anyOf']) listOf(given[key]).forEach((part, i) => void walk(`${path}<${i}>`, part));
  };
  walk('', schema);
  return constraints;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Every constraint that only one side states: `- path: constraint` is the central bank's alone,
 * `+ path: constraint` ours. Sorted.
 */
export function differences(ours: Constraints, theirs: Constraints): string[] {
  const only = (sign: string, left: Constraints, right: Constraints): string[] =>
    [...left].flatMap(([path, constraints]) =>
      [...constraints]
        .filter((constraint) => !right.get(path)?.has(constraint))
        .map((constraint) => `${sign} ${path}: ${constraint}`),
    );
  return [...only('+', ours, theirs), ...only('-', theirs, ours)].sort();
}

const compiled = new Map<string, (value: unknown) => boolean>();

/**
 * The central bank's own schema of a message as a predicate. Its `uri` is lax: its locations carry no scheme.
 */
export function compileBcb(document: BcbDocument, name: string): (value: unknown) => boolean {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const ajv = new Ajv({ strict: false, coerceTypes: name.startsWith('query '), formats: { ...FORMATS, uri: true } });
  const validate = ajv.compile({ components: at(document.root, 'components'), ...document.resolve(name) });
  const predicate = (value: unknown): boolean => validate(structuredClone(value)) === true;
  compiled.set(name, predicate);
  return predicate;
}
