/** A canonical event as webhooks passes it on; `metadata` is the part that may be anything. */
export const eventBody = (id: string, metadata: object = {}) => ({
  id,
  object: 'event',
  api_version: '2026-11-01',
  type: 'charge.paid',
  created_at: '2026-11-21T12:00:00.000Z',
  livemode: true,
  sequence: 3,
  data: {
    object: {
      id: 'ch_0199f3a2-8b7c-7d21-9c44-1f6e5a0b3c2d',
      object: 'charge',
      amount: 1_000,
      currency: 'BRL',
      status: 'paid',
      payment_method: 'pix',
      customer: { name: null, document: null },
      checkout_url: 'https://checkout.example/0199f3a2-8b7c-7d21-9c44-1f6e5a0b3c2d',
      settlement: {},
      metadata,
      created_at: '2026-11-21T11:00:00.000Z',
    },
  },
});
