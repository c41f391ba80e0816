/**
 * The rival's gateway: Express, one gRPC hop, the answer as JSON. No key, no validation, no idempotency, no
 * traces.
 */
import express from 'express';
import { type CreateRequest, type CreateResponse, skeletonClient } from './proto.ts';

const { PORT = '0', CHARGE_ADDRESS = '' } = process.env;
const charge = skeletonClient(CHARGE_ADDRESS);
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());

const through = (method: 'createCharge' | 'echo', request: CreateRequest): Promise<CreateResponse> =>
  new Promise((resolve, reject) => {
    charge[method](request, (error, created) => (created === undefined ? reject(error) : resolve(created)));
  });

app.post('/v1/charges', async (request, response) => {
  const { amount, currency, description } = request.body as CreateRequest;
  const { id, brCode } = await through('createCharge', { amount, currency, description });
  response.status(201).json({ id, object: 'charge', amount, currency, status: 'pending', pix: { br_code: brCode } });
});
app.post('/echo', async (request, response) => {
  response.status(201).json(await through('echo', request.body as CreateRequest));
});
app.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
