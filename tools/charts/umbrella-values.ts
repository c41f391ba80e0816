import { CHARTS } from './descriptor.ts';
import { flag, resources, text, type ValueRow } from './value-row.ts';

const enabled: readonly ValueRow[] = CHARTS.filter((name) => name !== 'bank-simulator').map((name) => ({
  path: `${name}.enabled`,
  value: true,
  schema: flag,
  says: `Off: ${name} is somebody else's release.`,
}));

const server = (name: string, image: string, memory: string, says: string): readonly ValueRow[] => [
  { path: `trial.${name}.image`, value: image, schema: text, says },
  {
    path: `trial.${name}.resources`,
    value: { requests: { cpu: '100m', memory }, limits: { memory } },
    schema: resources,
    says: 'Above the memory limit the server is killed.',
  },
];

/** What the umbrella has beside the values of its parts. */
export const UMBRELLA_VALUES: readonly ValueRow[] = [
  ...enabled,
  {
    path: 'bank-simulator.enabled',
    value: false,
    schema: flag,
    says: 'A simulated bank for test mode. It starts in production only with its own ALLOW_SIMULATOR.',
  },
  {
    path: 'defaultDeny',
    value: true,
    schema: flag,
    says: 'A policy that lets nothing in and out of any pod of this deployment; each service then opens its own ways.',
  },
  {
    path: 'trial.enabled',
    value: false,
    schema: flag,
    says: 'Single MongoDB, Kafka and Redis pods and made-up secrets, to look at the product. Not for money: one disk, no TLS.',
  },
  {
    path: 'trial.storage',
    value: '2Gi',
    schema: { type: 'string', pattern: '^([0-9]+(Mi|Gi))?$' },
    says: 'Size of the volumes of MongoDB and Kafka. Empty: data live as long as their pod.',
  },
  ...server('mongodb', 'mongo:8.0', '1Gi', 'An official image with mongod and mongosh.'),
  ...server('kafka', 'apache/kafka:4.1.1', '1Gi', 'An official image.'),
  ...server('redis', 'redis:8.2', '128Mi', 'An official image.'),
];
