import type { WorldBankClient } from './bank.ts';
import { PROFILE } from './bank-profile.ts';
import type { Worker } from './worker.ts';

/** Makes the worker a client of the bank, and the bank the one of its charges and payouts. */
export async function openAccountAtBank(worker: Worker): Promise<WorldBankClient> {
  const { name, environment, gateway } = worker;
  const { bank, doors } = environment;
  const client = await bank.control<WorldBankClient>('POST', '/sim/clients', {});
  const { clientId, clientSecret, pixKey } = client;
  doors.onCallback(name, async (token, body) => {
    const callback = { bankProfileId: name, token, body };
    await gateway.charge.receiveProviderCallback({ requestId: 'callback' }, callback);
    worker.callbackTaken();
  });
  await gateway.charge.setBankProfile(
    { requestId: 'operator' },
    { ...PROFILE, id: name, baseUrl: bank.url, clientId, clientSecret, pixKey },
  );
  return client;
}
