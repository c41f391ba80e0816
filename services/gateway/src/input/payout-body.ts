import { PIX_KEY_TYPES, type PixKey, type PixKeyType, parseIsoTime, readBrCode, readPixKey } from '@gx/core';
import { z } from 'zod';
import { omitUndefined } from '../omit-undefined.ts';
import { amount } from './amount.ts';
import { TIME_RULE } from './charge-list.ts';
import { brl } from './currency-code.ts';
import { MAX_BYTES, MAX_DEPTH, MAX_KEY_LENGTH, MAX_KEYS, metadata } from './metadata.ts';
import { taxId } from './tax-id.ts';
import { optional, readAs, text } from './text.ts';

/** What the payee's bank shows of it (decisions, section 7). */
export const DESCRIPTION_MAX = 140;
/** As the instant payment system takes a name (pacs.008, `Nm`). */
export const HOLDER_NAME_MAX = 140;
/** A key of 77 characters with blanks and punctuation around it. */
export const PIX_KEY_GIVEN_MAX = 100;
/** As long as a BR Code can be (EMV QRCPS, section 4.3). */
export const BR_CODE_MAX = 512;
// As the directory writes an account (API DICT, `Account`).
export const ISPB = /^[0-9A-Z]{8}$/;
export const BRANCH = /^\d{1,4}$/;
export const ACCOUNT = /^\d{1,20}$/;
const ISPB_RULE = 'must be the ISPB of the bank: 8 characters, digits or capitals';
const BRANCH_RULE = 'must have 1 to 4 digits, without a check digit';
const ACCOUNT_RULE = 'must have 1 to 20 digits, the check digit included; write 0 for X';
export const ACCOUNT_TYPES = ['checking', 'savings', 'payment'] as const;

const bankAccount = z.object(
  {
    ispb: z.string({ error: ISPB_RULE }).regex(ISPB, ISPB_RULE),
    branch: z.string({ error: BRANCH_RULE }).regex(BRANCH, BRANCH_RULE),
    account: z.string({ error: ACCOUNT_RULE }).regex(ACCOUNT, ACCOUNT_RULE),
    account_type: z.enum(ACCOUNT_TYPES, { error: `must be one of ${ACCOUNT_TYPES.join(', ')}` }),
    holder_name: text(HOLDER_NAME_MAX, 1),
    holder_document: taxId,
  },
  { error: 'must be an object' },
);

type BankAccount = z.output<typeof bankAccount>;
/** Where money is sent to, as it was understood. Personal data: never logged. */
type Destination =
  | { readonly pixKey: PixKey }
  | { readonly bankAccount: BankAccount }
  | { readonly brCode: string; readonly codeAmount?: number };

const KEY_FORMS = {
  cpf: 'a CPF with valid check digits',
  cnpj: 'a CNPJ with valid check digits',
  email: 'an e-mail address of at most 77 characters',
  phone: 'a phone of Brazil with its area code, with or without +55',
  evp: 'a random key: a UUID',
} as const satisfies Record<PixKeyType, string>;
const CODE_RULES = {
  malformed_br_code: 'must be a BR Code of Pix, whole and as it was copied',
  bad_crc: 'does not fit its CRC: copy it once more, whole',
} as const;
const ONE_OF = 'must have exactly one of pix_key, bank_account and br_code';

const destination = z
  .object(
    {
      pix_key: optional(
        text(PIX_KEY_GIVEN_MAX).meta({
          description: 'CPF or CNPJ with or without punctuation, e-mail, phone with or without +55, or random key.',
        }),
      ),
      pix_key_type: optional(
        z.enum(PIX_KEY_TYPES, { error: `must be one of ${PIX_KEY_TYPES.join(', ')}` }).meta({
          description: 'Needed where 11 digits are both a CPF and a phone; otherwise the key shows it.',
        }),
      ),
      bank_account: optional(bankAccount),
      br_code: optional(
        text(BR_CODE_MAX).meta({
          description: 'Copy-and-paste payload, static or dynamic. An amount in it must equal `amount`.',
        }),
      ),
    },
    { error: 'must be an object' },
  )
  .transform((given, context): Destination => {
    const found = destinationOf(given);
    if (!('problem' in found)) return found;
    context.addIssue({ code: 'custom', path: found.path, message: found.problem });
    return z.NEVER;
  })
  .meta({ description: 'Exactly one of `pix_key`, `bank_account` and `br_code`.' });

type GivenDestination = {
  readonly pix_key?: string | undefined;
  readonly pix_key_type?: PixKeyType | undefined;
  readonly bank_account?: BankAccount | undefined;
  readonly br_code?: string | undefined;
};
type Problem = { readonly path: string[]; readonly problem: string };

function destinationOf({ pix_key, pix_key_type, bank_account, br_code }: GivenDestination): Destination | Problem {
  const given = [pix_key, bank_account, br_code].filter((one) => one !== undefined);
  if (given.length !== 1) return { path: [], problem: ONE_OF };
  if (pix_key !== undefined) return keyOf(pix_key, pix_key_type);
  if (pix_key_type !== undefined) return { path: ['pix_key_type'], problem: 'is for pix_key only' };
  return bank_account === undefined ? codeOf(br_code ?? '') : { bankAccount: bank_account };
}

function keyOf(raw: string, type: PixKeyType | undefined): Destination | Problem {
  const pixKey = readPixKey(raw, type);
  if (pixKey === 'ambiguous')
    return {
      path: ['pix_key_type'],
      problem: 'is required: these 11 digits are both a CPF and a phone; name cpf or phone',
    };
  if (pixKey !== undefined) return { pixKey };
  const forms = type === undefined ? `a Pix key: ${Object.values(KEY_FORMS).join('; ')}` : KEY_FORMS[type];
  return { path: ['pix_key'], problem: `must be ${forms}` };
}

function codeOf(brCode: string): Destination | Problem {
  const code = readBrCode(brCode);
  if (typeof code === 'string') return { path: ['br_code'], problem: CODE_RULES[code] };
  return { brCode, ...omitUndefined({ codeAmount: code.amount }) };
}

/** What the schemas cannot say of themselves. */
const FIELD_DOCS = {
  amount: 'In centavos: what arrives. The fee comes on top.',
  recipient:
    'CPF or CNPJ: the bank says whose the destination is, and nothing is sent to another owner: `failed` with `recipient_mismatch`.',
  scheduled: 'ISO 8601, with Z or an offset: when it is sent. Later than now, and at most 90 days ahead.',
  duplicate:
    'Without it a payout of the same amount to the same destination as one of the last 10 minutes is 422 with the reason `duplicate_suspected`.',
  metadata: `Comes back as it is given. Keys that begin with an underscore, and those that are reserved for charges, are left out. At most ${MAX_KEYS} keys of ${MAX_KEY_LENGTH} characters, ${MAX_DEPTH} levels, ${MAX_BYTES / 1024} KiB.`,
} as const;

const fields = z.object({
  amount: amount.meta({ description: FIELD_DOCS.amount }),
  currency: brl,
  destination,
  expected_recipient_tax_id: optional(taxId.meta({ description: FIELD_DOCS.recipient })),
  description: optional(text(DESCRIPTION_MAX)),
  metadata: optional(metadata.meta({ description: FIELD_DOCS.metadata })),
  scheduled_for: optional(
    readAs((raw) => parseIsoTime(raw)?.getTime(), TIME_RULE).meta({ description: FIELD_DOCS.scheduled }),
  ),
  allow_duplicate: z
    .boolean({ error: 'must be true or false' })
    .nullish()
    .transform((value) => value ?? false)
    .meta({ description: FIELD_DOCS.duplicate }),
});

/** Fields that failed are absent or still as they came. */
type UncheckedBody = { readonly amount?: unknown; readonly destination?: unknown };

/** A code that names an amount is paid with that amount (decisions, section 7). */
function codeRules({ amount: given, destination: to }: UncheckedBody, context: z.core.$RefinementCtx): void {
  const codeAmount = (to as { readonly codeAmount?: unknown } | null | undefined)?.codeAmount;
  if (typeof given !== 'number' || typeof codeAmount !== 'number' || given === codeAmount) return;
  const message = `is a code of the amount ${codeAmount}, which must equal amount`;
  context.addIssue({ code: 'custom', path: ['destination', 'br_code'], message });
}

/**
 * `POST /v1/payouts` (decisions, section 7). Unknown fields are dropped (decisions A44). Whether `scheduled_for`
 * is still to come is for the payout service to say: of a request that was answered before it no longer counts.
 */
export const payoutBody = fields.superRefine(codeRules, { when: () => true });

export type PayoutBody = z.output<typeof payoutBody>;

/** The same as the payout service reads it. */
export const payoutFields = ({ destination: to, metadata: given, ...body }: PayoutBody) =>
  omitUndefined({
    amount: body.amount,
    currency: body.currency,
    ...destinationFields(to),
    expectedRecipientTaxId: body.expected_recipient_tax_id,
    description: body.description,
    metadataJson: given && JSON.stringify(given),
    scheduledForMs: body.scheduled_for,
    allowDuplicate: body.allow_duplicate,
  });

function destinationFields(to: Destination) {
  if ('pixKey' in to) return { pixKey: to.pixKey };
  if ('brCode' in to) return { brCode: to.brCode };
  const { ispb, branch, account, account_type, holder_name, holder_document } = to.bankAccount;
  return {
    bankAccount: {
      ispb,
      branch,
      account,
      accountType: account_type,
      holderName: holder_name,
      holderDocument: holder_document,
    },
  };
}
