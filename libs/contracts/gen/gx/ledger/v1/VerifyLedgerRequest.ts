// Original file: gx/ledger/v1/ledger.proto


export interface VerifyLedgerRequestInput {
}

export interface VerifyLedgerRequest {
}
