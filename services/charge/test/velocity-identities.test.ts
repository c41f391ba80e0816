import { Refusal } from '@gx/core';
import test from 'ava';
import { CALL, type ChargeRequest, newTenant, order, type Rpc, startRig } from './rig.ts';

const CUSTOMER_MAX = 5;
const rig = await startRig({ VELOCITY_CUSTOMER_MAX: `${CUSTOMER_MAX}` });
const replicas: readonly Rpc[] = [rig.rpc, (await rig.replica()).rpc, (await rig.replica()).rpc];
test.after.always('everything stops', rig.stop);

const ANA = { customer: { name: 'Ana', document: '52998224725', email: 'ana@example.com', phone: '+5511964714305' } };
const EXCEEDED = 'fraud.customer_velocity_exceeded';
const isId = (answer: string): boolean => /^[0-9a-f-]{36}$/.test(answer);

/** Sends a request to one replica; the id of the charge, or the code of the refusal. */
async function send(request: ChargeRequest, at = 0): Promise<string> {
  try {
    return (await (replicas[at % replicas.length] ?? rig.rpc).createCharge(CALL, request)).charge?.id ?? '';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
const sendAll = (all: readonly ChargeRequest[]) => Promise.all(all.map((one, at) => send(one, at)));

/** Ana, named in every way that leaves one of her identities. */
const ALSO_ANA: readonly ChargeRequest[] = [
  { customer: { document: '11144477735', email: 'ANA+2@example.com' } },
  { customer: { phone: '(11) 96471-4305' } },
  { customer: { name: 'Ana' }, expectedPayerTaxId: '529.982.247-25' },
];

test.serial(
  '403 customer: each of her identities counts, whatever is left out or written otherwise (N18)',
  async (t) => {
    const tenant = newTenant();
    const accepted = await sendAll(Array.from({ length: CUSTOMER_MAX }, () => order(tenant, ANA)));
    t.true(accepted.every(isId), `${accepted}`);
    for (const change of ALSO_ANA) t.is(await send(order(tenant, change)), EXCEEDED, JSON.stringify(change));
    const others = { customer: { document: '11144477735', email: 'bia@example.com' } };
    const answers = await sendAll(Array.from({ length: CUSTOMER_MAX }, () => order(tenant, others)));
    t.true(answers.every(isId), `what was refused has taken no place of Bia’s: ${answers}`);
    t.is(await send(order(tenant, ANA)), EXCEEDED);
  },
);

test.serial(
  '403 customer: named in turn by other identities, at once on three replicas, exactly the limit is accepted',
  async (t) => {
    const tenant = newTenant();
    const identities = [
      ANA,
      { ...ANA, expectedPayerTaxId: '52998224725' },
      { customer: { ...ANA.customer, email: 'a@b.co' } },
    ];
    const sent = Array.from({ length: 3 * CUSTOMER_MAX }, (_, at) =>
      order(tenant, identities[at % identities.length] ?? ANA),
    );
    const answers = await sendAll(sent);
    t.is(answers.filter(isId).length, CUSTOMER_MAX, `${answers}`);
  },
);
