/** What every worker's bank profile says. */
export const PROFILE = {
  livemode: false,
  basePath: '/v2',
  tokenPath: '/oauth/token',
  providerFeeFixed: 10,
  providerFeeBasisPoints: 0,
  merchantName: 'Loja de Teste',
  merchantCity: 'SAO PAULO',
  simulator: true,
  // A payer whom the callback does not name is held for an operator, at once: the question takes seconds by
  // design.
  payerQuery: false,
  pixOutPath: '/gn/pix',
  pixOutFee: 25,
  infractionsPath: '/gn/infracoes',
  acquirerPath: '/acquirer/v1',
} as const;
