/** JSON Schema (draft 7), as much of it as these messages need. */
export type Schema = {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean' | 'null';
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
};

// The pieces that messages are made of.
export const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
export const array = (
  items: Schema,
  limits: { readonly maxItems?: number; readonly minItems?: number } = {},
): Schema => ({
  type: 'array',
  items,
  ...limits,
});
export const text = (maxLength?: number): Schema => ({
  type: 'string',
  ...(maxLength === undefined ? {} : { maxLength }),
});
export const matching = (pattern: string): Schema => ({ type: 'string', pattern });
export const oneOfWords = (...words: string[]): Schema => ({ type: 'string', enum: words });

export const MONEY = matching('^\\d{1,10}\\.\\d{2}$');
export const TIME: Schema = { type: 'string', format: 'date-time' };
export const INT32: Schema = { type: 'integer', format: 'int32' };
export const URI: Schema = { type: 'string', format: 'uri' };
export const KEY = text(77);
export const CPF = matching('^\\d{11}$');
export const CNPJ = matching('^[0-9A-Z]{14}$');
/** Host and path, no scheme: it goes into the BR Code as it stands. */
export const LOCATION: Schema = { type: 'string', maxLength: 77, pattern: '^[^\\s/:]+(:\\d+)?/\\S+$' };

/** The receiver's own id of a devolution, and the sender's of a Pix sent out. */
export const OWN_ID = matching('^[a-zA-Z0-9]{1,35}$');
/** The central bank's id of a return. */
export const RAIL_ID: Schema = { type: 'string', pattern: '^[a-zA-Z0-9]{32}$', minLength: 32, maxLength: 32 };
/** The central bank's id of one Pix. */
export const END_TO_END_ID = RAIL_ID;
