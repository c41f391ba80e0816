import test from 'ava';
import { parse } from 'yaml';
import { textOf } from '../../tools/reference/sources.ts';

const NAMES = { kafka: 'ALLOW_PLAINTEXT_KAFKA', mongodb: 'ALLOW_PLAINTEXT_MONGODB', redis: 'ALLOW_PLAINTEXT_REDIS' };
const SERVICES = ['gateway', 'keys', 'charge', 'checkout', 'ledger', 'refund', 'payout', 'webhooks'];

test('each service demands a reason for each plain server that it has need of, and for no other', async (t) => {
  for (const service of SERVICES) {
    const { SPEC } = (await import(`../../services/${service}/src/config.ts`)) as { SPEC: Record<string, unknown> };
    const { needs = [] } = parse(textOf(`charts/${service}/descriptor.yaml`)) as { needs?: (keyof typeof NAMES)[] };
    const demanded = Object.keys(SPEC).filter((name) => /^ALLOW_PLAINTEXT_(KAFKA|MONGODB|REDIS)$/.test(name));
    t.deepEqual(demanded.toSorted(), needs.map((server) => NAMES[server]).toSorted(), service);
  }
});
