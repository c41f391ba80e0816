import type { Clients } from '../clients.ts';
import { type Route, route } from '../edge/route.ts';
import { balanceQuery } from '../input/balance-query.ts';
import { chargeBody, pixChargeBody } from '../input/charge-body.ts';
import { chargeList } from '../input/charge-list.ts';
import { deliveryList } from '../input/delivery-list.ts';
import { endpointBody, endpointChange, rotateSecretBody } from '../input/endpoint-body.ts';
import { eventList } from '../input/event-list.ts';
import { issueKeyBody, rotateKeyBody } from '../input/key-body.ts';
import { logList } from '../input/log-list.ts';
import { loginBody } from '../input/login-body.ts';
import { paymentBody } from '../input/payment-body.ts';
import { paymentList } from '../input/payment-list.ts';
import { paymentMetricsQuery, paymentStatsQuery } from '../input/payment-statistics.ts';
import { refundBody } from '../input/refund-body.ts';
import { simulateBankReturnBody, simulateOutcomeBody, simulatePaymentBody } from '../input/simulate-payment-body.ts';
import { issueKey, listKeys, revokeKey, rotateKey } from './api-keys.ts';
import { jwks, type LoginDeps, login, logout } from './auth.ts';
import { createCharge, getCharge, type Images, listCharges, qrImage } from './charges.ts';
import { createPayment } from './create-payment.ts';
import { errorCatalog } from './errors.ts';
import { getEvent, listEvents } from './events.ts';
import { listAuditEvents, listRequestLogs } from './logs.ts';
import { paymentMetrics, paymentStats } from './payment-statistics.ts';
import { cancelPayment, listRefunds, refundPayment, resendWebhook } from './payments.ts';
import { providerStatus, receiptFile } from './payments-at-provider.ts';
import { getPayment, listPayments } from './read-payments.ts';
import { simulateBankReturn, simulatedProviderState, simulateOutcome, simulatePayment } from './test-payments.ts';
import { balance, listWallets } from './wallets.ts';
import {
  deleteEndpoint,
  deliveryStats,
  eventCatalog,
  getDelivery,
  listDeliveries,
  listEndpoints,
  registerEndpoint,
  retryDelivery,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from './webhooks.ts';

export type TableDeps = {
  readonly clients: Clients;
  readonly images: Images;
  readonly login: LoginDeps;
  /** Off answers 404, as the specification says of today's service (decisions A11). */
  readonly chargesList: boolean;
};

/**
 * Every route of the public port: method, path, who may call, what is read, what answers. The most used come
 * first.
 */
// biome-ignore format: one row per route, read as a table
export const routeTable = ({ clients: c, images: i, login: l, chargesList }: TableDeps): readonly Route[] => [
  route('POST',   '/v1/charges',                                   'key',   { body: chargeBody, idempotencyKey: true },    createCharge(c, i)),
  route('POST',   '/v1/pix/charges',                               'key',   { body: pixChargeBody, idempotencyKey: true }, createCharge(c, i)),
  route('GET',    '/v1/charges/:id',                               'key',   {},                                            getCharge(c, i)),
  ...(chargesList
    ? [route('GET', '/v1/charges',                                 'key',   { query: chargeList },                         listCharges(c))]
    : []),
  route('GET',    '/qr/:file',                                     'none',  {},                                            qrImage(c)),
  route('POST',   '/v1/payments',                                  'key',   { body: paymentBody },                         createPayment(c)),
  route('GET',    '/v1/payments',                                  'key',   { query: paymentList },                        listPayments(c)),
  route('GET',    '/v1/payments/:id/provider-status',              'key',   {},                                            providerStatus(c)),
  route('GET',    '/v1/payments/:id/receipt',                      'key',   {},                                            receiptFile(c)),
  // Before any route that takes an id in their place.
  route('GET',    '/v1/payments/stats',                            'key',   { query: paymentStatsQuery },                  paymentStats(c)),
  route('GET',    '/v1/payments/metrics',                          'key',   { query: paymentMetricsQuery },                paymentMetrics(c)),
  route('POST',   '/v1/payments/:id/cancel',                       'key',   {},                                            cancelPayment(c)),
  route('POST',   '/v1/payments/:id/refund',                       'key',   { body: refundBody },                          refundPayment(c)),
  route('GET',    '/v1/payments/:id/refunds',                      'key',   {},                                            listRefunds(c)),
  // After everything else below it that has no id.
  route('GET',    '/v1/payments/:id',                              'key',   {},                                            getPayment(c)),
  route('POST',   '/v1/payments/:id/resend-webhook',               'key',   {},                                            resendWebhook(c)),
  route('GET',    '/v1/wallets/balance',                           'key',   { query: balanceQuery },                       balance(c)),
  route('GET',    '/v1/wallets',                                   'key',   {},                                            listWallets(c)),
  route('POST',   '/v1/webhooks/endpoints',                        'key',   { body: endpointBody },                        registerEndpoint(c)),
  route('GET',    '/v1/webhooks/endpoints',                        'key',   {},                                            listEndpoints(c)),
  route('PATCH',  '/v1/webhooks/endpoints/:id',                    'key',   { body: endpointChange },                      updateEndpoint(c)),
  route('POST',   '/v1/webhooks/endpoints/:id/rotate-secret',      'key',   { body: rotateSecretBody },                    rotateSecret(c)),
  route('POST',   '/v1/webhooks/endpoints/:id/test',               'key',   {},                                            testEndpoint(c)),
  route('DELETE', '/v1/webhooks/endpoints/:id',                    'key',   {},                                            deleteEndpoint(c)),
  route('GET',    '/v1/webhooks/event-catalog',                    'none',  {},                                            eventCatalog(c)),
  route('GET',    '/v1/webhooks/deliveries',                       'key',   { query: deliveryList },                       listDeliveries(c)),
  route('GET',    '/v1/webhooks/deliveries/:id',                   'key',   {},                                            getDelivery(c)),
  route('POST',   '/v1/webhooks/deliveries/:id/retry',             'key',   {},                                            retryDelivery(c)),
  route('GET',    '/v1/webhooks/stats',                            'key',   {},                                            deliveryStats(c)),
  route('GET',    '/v1/events',                                    'key',   { query: eventList },                          listEvents(c)),
  route('GET',    '/v1/events/:id',                                'key',   {},                                            getEvent(c)),
  route('POST',   '/v1/auth/login',                                'none',  { body: loginBody },                           login(l)),
  route('POST',   '/v1/auth/logout',                               'token', {},                                            logout(c)),
  route('POST',   '/v1/api-keys',                                  'token', { body: issueKeyBody, changesKeys: true },     issueKey(c)),
  route('GET',    '/v1/api-keys',                                  'token', {},                                            listKeys(c)),
  route('POST',   '/v1/api-keys/:id/rotate',                       'token', { body: rotateKeyBody, changesKeys: true },    rotateKey(c)),
  route('DELETE', '/v1/api-keys/:id',                              'token', {},                                            revokeKey(c)),
  route('GET',    '/v1/request-logs',                              'token', { query: logList },                            listRequestLogs(c)),
  route('GET',    '/v1/audit-events',                              'token', { query: logList },                            listAuditEvents(c)),
  route('GET',    '/v1/errors',                                    'none',  {},                                            errorCatalog),
  route('GET',    '/.well-known/jwks.json',                        'none',  {},                                            jwks(c)),
  route('POST',   '/v1/test_helpers/charges/:id/simulate_payment', 'key',   { body: simulatePaymentBody, testOnly: true }, simulatePayment(c)),
  route('POST',   '/v1/test_helpers/charges/:id/simulate_outcome', 'key',   { body: simulateOutcomeBody, testOnly: true }, simulateOutcome(c)),
  route('POST',   '/v1/test_helpers/charges/:id/simulate_bank_return', 'key', { body: simulateBankReturnBody, testOnly: true }, simulateBankReturn(c)),
  route('GET',    '/v1/test_helpers/charges/:id/bank',             'key',   { testOnly: true },                            simulatedProviderState(c)),
];
