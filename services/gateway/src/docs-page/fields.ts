import { type Html, html } from '@gx/runtime';
import { prose } from './prose.ts';

/** As much of JSON Schema as the contract uses. */
export type ContractSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, ContractSchema>>;
  readonly required?: readonly string[];
  readonly items?: ContractSchema;
  readonly anyOf?: readonly ContractSchema[];
  readonly allOf?: readonly ContractSchema[];
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly description?: string;
};

/** Where an object of the contract is described. */
export const objectLink = (ref: string): Html => {
  const name = ref.split('/').at(-1) ?? ref;
  return html`<a href="/docs/api/objects#${name}">${name}</a>`;
};

/** What a value may be, in a few words. */
export function kindOf(schema: ContractSchema): Html {
  if (schema.$ref !== undefined) return objectLink(schema.$ref);
  if (schema.allOf !== undefined) return joined(schema.allOf.slice(0, 1).map(kindOf), '');
  if (schema.anyOf !== undefined) return joined(schema.anyOf.map(kindOf), ' or ');
  if (schema.enum !== undefined)
    return joined(
      schema.enum.map((word) => html`<code>${word}</code>`),
      ', ',
    );
  if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`;
  if (schema.items !== undefined) return html`list of ${kindOf(schema.items)}`;
  const type = schema.type === undefined ? 'any' : [schema.type].flat().join(' or ');
  return html`${schema.format ?? type}${limitsOf(schema)}`;
}

const joined = (parts: readonly Html[], between: string): Html =>
  html`${parts.flatMap((part, i) => (i === 0 ? [part] : [between, part]))}`;

function limitsOf({ minimum, maximum, minLength, maxLength }: ContractSchema): string {
  const from = minimum ?? minLength;
  const to = maximum === Number.MAX_SAFE_INTEGER ? undefined : (maximum ?? maxLength);
  const unit = maxLength === undefined ? '' : ' characters';
  if (to !== undefined) return `, ${from === undefined ? 'at most' : `${from} to`} ${to}${unit}`;
  return from === undefined ? '' : `, at least ${from}`;
}

type Row = { readonly name: string; readonly schema: ContractSchema; readonly required: boolean };

/** The fields of an object, those of inner objects behind their parent's name. */
export function rowsOf(schema: ContractSchema, prefix = ''): Row[] {
  const object = schema.properties === undefined ? schema.anyOf?.find(({ properties }) => properties) : schema;
  return Object.entries(object?.properties ?? {}).flatMap(([field, inner]) => {
    const name = `${prefix}${field}`;
    const required = object?.required?.includes(field) ?? false;
    const below = inner.items?.properties === undefined ? inner : inner.items;
    const rows = rowsOf(below, inner.items === undefined ? `${name}.` : `${name}[].`);
    return [{ name, schema: rows.length > 0 ? withoutFields(inner) : inner, required }, ...rows];
  });
}

/** The fields have rows of their own. */
function withoutFields(schema: ContractSchema): ContractSchema {
  const { items, anyOf } = schema;
  return {
    type: items === undefined ? (anyOf === undefined ? 'object' : ['object', 'null']) : 'list',
    description: descriptionOf(schema),
  };
}

/** What is said of a field; of one that may be left out it stands with what the field is when it is there. */
const descriptionOf = ({ description, anyOf = [] }: ContractSchema): string =>
  description ?? anyOf.flatMap((one) => one.description ?? [])[0] ?? '';

export const fieldList = (rows: readonly Row[]): Html =>
  rows.length === 0
    ? html``
    : html`<ul class="fields">${rows.map(
        ({ name, schema, required }) =>
          html`<li><p><code>${name}</code> <span class="kind">${kindOf(schema)}</span>${required ? html` <b>required</b>` : ''}</p>${paragraph(descriptionOf(schema))}</li>`,
      )}</ul>`;

const paragraph = (text: string): Html => (text === '' ? html`` : html`<p>${prose(text)}</p>`);
