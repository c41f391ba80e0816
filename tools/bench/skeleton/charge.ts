/** The rival's charge service: one call to the bank, one majority and journaled insert, nothing else. */
import { randomBytes, randomUUID } from 'node:crypto';
import * as grpc from '@grpc/grpc-js';
import mongoose from 'mongoose';
import { Pool } from 'undici';
import { type CreateRequest, type CreateResponse, skeletonService } from './proto.ts';

const {
  MONGO_URL = '',
  MONGO_DB = '',
  BANK_URL = '',
  BANK_TOKEN = '',
  BANK_PIX_KEY = '',
  GRPC_PORT = '0',
} = process.env;
const database = await mongoose
  .createConnection(MONGO_URL, { dbName: MONGO_DB, w: 'majority', journal: true, minPoolSize: 2, maxPoolSize: 50 })
  .asPromise();
const charges = database.collection<{ _id: string }>('charges');
const bank = new Pool(BANK_URL, { connections: 32 });

async function createCharge({ amount, currency, description }: CreateRequest): Promise<CreateResponse> {
  const txid = randomBytes(16).toString('hex');
  const { statusCode, body } = await bank.request({
    path: `/v2/cob/${txid}`,
    method: 'PUT',
    headers: { authorization: `Bearer ${BANK_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      calendario: { expiracao: 3600 },
      valor: { original: (amount / 100).toFixed(2), modalidadeAlteracao: 0 },
      chave: BANK_PIX_KEY,
      solicitacaoPagador: description,
    }),
  });
  const cob = (await body.json()) as { pixCopiaECola: string };
  if (statusCode !== 201) throw new Error(`the bank answered ${statusCode}`);
  const id = randomUUID();
  await charges.insertOne({
    _id: id,
    ...{ amount, currency, description, txid, brCode: cob.pixCopiaECola, createdAt: new Date() },
  });
  return { id, brCode: cob.pixCopiaECola };
}

const server = new grpc.Server();
server.addService(skeletonService, {
  CreateCharge: (
    call: grpc.ServerUnaryCall<CreateRequest, CreateResponse>,
    done: grpc.sendUnaryData<CreateResponse>,
  ) => {
    createCharge(call.request).then(
      (created) => done(null, created),
      (error: Error) => done({ code: grpc.status.INTERNAL, details: error.message }),
    );
  },
  Echo: (call: grpc.ServerUnaryCall<CreateRequest, CreateResponse>, done: grpc.sendUnaryData<CreateResponse>) =>
    done(null, { id: call.request.currency, brCode: call.request.description }),
});
await new Promise<void>((resolve, reject) => {
  server.bindAsync(`127.0.0.1:${GRPC_PORT}`, grpc.ServerCredentials.createInsecure(), (error) =>
    error === null ? resolve() : reject(error),
  );
});
process.on('SIGTERM', () => process.exit(0));
