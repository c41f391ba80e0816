import type { BankOperation, Misbehaviour } from './contract/bank.ts';

/** The simulator's words for what the suite asks of a bank. */
// biome-ignore format: one row per misbehaviour, read as a table
export const KIND: Readonly<Record<Misbehaviour, object>> = {
  breaks_after_accepting:         { kind: 'reset_after_accept' },
  breaks_before_accepting:        { kind: 'reset_before_accept' },
  hangs:                          { kind: 'hang' },
  is_unavailable:                 { kind: '503' },
  times_out:                      { kind: '504' },
  refuses_the_request:            { kind: '400' },
  refuses_the_right:              { kind: '403' },
  does_not_own_the_key:           { kind: '404' },
  answers_html:                   { kind: 'non_json' },
  sends_no_br_code:               { kind: 'no_br_code' },
  rate_limits:                    { kind: '429' },
  refuses_every_token:            { kind: '401' },
  batches_strangers:              { kind: 'strangers' },
  hangs_after_accepting:          { kind: 'hang', accept: true },
  is_unavailable_after_accepting: { kind: '503', accept: true },
  refuses_after_accepting:        { kind: '400', accept: true },
  takes_a_while:                  { kind: 'slow', ms: 600 },
  fails_with_AC06:                { kind: 'fails', code: 'AC06' },
  never_ends:                     { kind: 'stuck' },
  is_short_of_funds:              { kind: 'short_of_funds', accept: false },
  says_too_late:                  { kind: 'too_late' },
  finds_no_such_key:              { kind: 'key_not_found' },
  fails_and_then_succeeds:        { kind: 'late_success', laterMs: 600 },
  sends_a_part_back:              { kind: 'sent_back', amount: 34, ms: 50 },
  finds_another_owner:            { kind: 'owner_differs' },
  ignores_the_filter:             { kind: 'ignores_filter' },
  does_not_echo_the_filter:       { kind: 'filter_unechoed' },
  echoes_and_ignores_the_filter:  { kind: 'answers_everything' },
};

/** Its words for the operations, and the judging proxy's. */
// biome-ignore format: one row per operation, read as a table
export const OPERATION: Readonly<Record<BankOperation, { readonly simulator: string; readonly proxy: string }>> = {
  token:            { simulator: 'token',             proxy: 'token' },
  create:           { simulator: 'create',            proxy: 'createCob' },
  get:              { simulator: 'get',               proxy: 'getCob' },
  cancel:           { simulator: 'patch',             proxy: 'reviseCob' },
  get_payment:      { simulator: 'pix_get',           proxy: 'getPix' },
  get_receipt:      { simulator: 'pix_receipt',       proxy: 'getReceipt' },
  list_settlements: { simulator: 'pix_list',          proxy: 'listPix' },
  list_by_payer:    { simulator: 'pix_list_by_payer', proxy: 'listPix' },
  return:           { simulator: 'devolution_put',    proxy: 'putDevolution' },
  get_return:       { simulator: 'devolution_get',    proxy: 'getDevolution' },
  send:             { simulator: 'pix_out_put',       proxy: 'putPixOut' },
  get_sent:         { simulator: 'pix_out_get',       proxy: 'getPixOut' },
  get_key_owner:    { simulator: 'key_owner',         proxy: 'getKeyOwner' },
  get_balance:      { simulator: 'balance',           proxy: 'getBalance' },
  list_infractions: { simulator: 'infraction_list',    proxy: 'listInfractions' },
  submit_defence:   { simulator: 'infraction_defence', proxy: 'submitDefence' },
  callback:           { simulator: 'callback',          proxy: 'callback' },
};
