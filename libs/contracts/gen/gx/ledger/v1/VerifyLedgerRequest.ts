// Original file: gx/ledger/v1/ledger.proto


export interface VerifyLedgerRequestInput {
  /**
   * How long a Pix may have left suspense before the entry that brought it there: they come by two topics.
   * Absent: 300. 0 when nothing is on its way any more.
   */
  'suspenseGraceSeconds'?: (number);
  '_suspenseGraceSeconds'?: "suspenseGraceSeconds";
}

export interface VerifyLedgerRequest {
  /**
   * How long a Pix may have left suspense before the entry that brought it there: they come by two topics.
   * Absent: 300. 0 when nothing is on its way any more.
   */
  'suspenseGraceSeconds'?: (number);
  '_suspenseGraceSeconds'?: "suspenseGraceSeconds";
}
