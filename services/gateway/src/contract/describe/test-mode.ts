import { bankBooks, simulatedBankReturn, simulatedOutcome, simulatedPayment } from '../answers/charge.ts';
import type { Descriptions } from '../description.ts';

export const TEST_MODE: Descriptions = {
  'POST /v1/test_helpers/charges/:id/simulate_payment': {
    id: 'simulatePayment',
    tag: 'Test helpers',
    summary:
      'Play the payer’s bank: pay exactly, or wrongly, late, twice, by somebody else. A charge that was paid 100 times is paid no more: 422.',
    answers: { 202: simulatedPayment },
    errors: ['unprocessable_entity'],
    body: { payer: { name: 'Ana Souza', tax_id: '529.982.247-25' } },
  },
  'POST /v1/test_helpers/charges/:id/simulate_outcome': {
    id: 'simulateOutcome',
    tag: 'Test helpers',
    summary:
      'Play payer, issuer and cardholder of a charge that is not Pix: approve, refuse, dispute, charge back. A charge that has 100 payments and disputes gets no more: 422.',
    answers: { 202: simulatedOutcome },
    errors: ['unprocessable_entity'],
    body: { outcome: 'approved' },
  },
  'POST /v1/test_helpers/charges/:id/simulate_bank_return': {
    id: 'simulateBankReturn',
    tag: 'Test helpers',
    summary:
      'Play a bank that takes a paid charge back by itself, as after a report of fraud (MED): whole or in part, under way, executed or failed. Nothing left to take: 422.',
    answers: { 202: simulatedBankReturn },
    errors: ['unprocessable_entity', 'invalid_amount'],
    body: { nature: 'MED_FRAUDE' },
  },
  'GET /v1/test_helpers/charges/:id/bank': {
    id: 'getBankBooks',
    tag: 'Test helpers',
    summary: 'The simulated bank’s own books for a charge; returned money shows here.',
    answers: { 200: bankBooks },
    errors: ['unprocessable_entity'],
  },
};
