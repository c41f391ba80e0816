import type { ContractSchema } from './fields.ts';

export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: ContractSchema;
};
type Content = Readonly<Record<string, { readonly schema?: ContractSchema }>>;
export type Response = { readonly description: string; readonly content?: Content };
type Ref = { readonly $ref: string };
export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Ref>>;
  readonly 'x-codeSamples': readonly { readonly source: string }[];
};
type Paths<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;
export type Webhook = Pick<Operation, 'operationId' | 'summary' | 'description' | 'parameters' | 'requestBody'>;

/** An OpenAPI document, as much of it as the pages show. */
export type ContractDocument = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Paths<Operation>;
  readonly webhooks: Paths<Webhook>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ContractSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
};

export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref;

/**
 * The answers of an operation: those of success as they are described, and every code of error by its
 * status.
 */
export function answersOf({ responses }: Operation, { components }: ContractDocument) {
  const successes: { readonly status: string; readonly response: Response }[] = [];
  const refusals: { readonly status: string; readonly codes: readonly string[] }[] = [];
  for (const [status, response] of Object.entries(responses)) {
    if (!('$ref' in response)) successes.push({ status, response });
    else refusals.push({ status, codes: codesOf(components.responses[nameOf(response.$ref)]) });
  }
  return { successes, refusals };
}

const codesOf = (response: Response | undefined): readonly string[] => {
  const code = response?.content?.['application/json']?.schema?.properties?.['error']?.properties?.['code'];
  return code?.enum ?? (code?.const === undefined ? [] : [String(code.const)]);
};
