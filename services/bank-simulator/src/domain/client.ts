/**
 * Rights of the standard's OAuth scopes that this bank knows (yaml, `securitySchemes`; pix.md 2.1), and of
 * its acquirer's API.
 */
export const SCOPES = [
  'cob.write',
  'cob.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
  'order.write',
  'order.read',
] as const;
export type Scope = (typeof SCOPES)[number];
export const isScope = (value: string): value is Scope => (SCOPES as readonly string[]).includes(value);

/** A receiver with an account here: who may call, and the one key the money arrives at. */
export type Client = {
  readonly clientId: string;
  readonly secretHash: string;
  readonly pixKey: string;
  readonly name: string;
  readonly city: string;
  readonly taxId: string;
  readonly scopes: readonly Scope[];
};

/** What its document is: 11 digits are a person's. */
export const kindOf = ({ taxId }: Pick<Client, 'taxId'>): 'cpf' | 'cnpj' => (taxId.length === 11 ? 'cpf' : 'cnpj');
