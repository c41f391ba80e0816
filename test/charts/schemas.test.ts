import test from 'ava';
import { committedRenders, type KubeObject } from './objects.ts';

/**
 * Validators made from Kubernetes' own OpenAPI document, from npm. They know required fields and types;
 * kubeconform in `npm run test:charts` is strict besides.
 */
type Models = Readonly<Record<string, (new (object: object) => { validate(): void }) | undefined>>;
const FROM_ELSEWHERE = new Set([
  'Certificate',
  'ScaledObject',
  'TriggerAuthentication',
  'HTTPRoute',
  'ServiceMonitor',
  'PrometheusRule',
]);

async function problemOf({ apiVersion, kind, ...rest }: KubeObject): Promise<string | undefined> {
  const models = (await import(`kubernetes-models/${apiVersion}`)) as Models;
  const Model = models[kind];
  if (Model === undefined) return `${apiVersion} ${kind} is not known`;
  try {
    new Model(rest).validate();
    return undefined;
  } catch (error) {
    return `${kind} ${rest.metadata.name}: ${(error as Error).message}`;
  }
}

test('every object of every committed render is one that Kubernetes knows', async (t) => {
  const objects = [...committedRenders().values()].flat().filter(({ kind }) => !FROM_ELSEWHERE.has(kind));
  const problems = await Promise.all(objects.map(problemOf));
  t.deepEqual(
    problems.filter((problem) => problem !== undefined),
    [],
  );
  t.true(objects.length > 150);
});

test('a port that is a text and a container without a name are found', async (t) => {
  const port = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'wrong' },
    spec: { ports: [{ port: 'eighty' }] },
  };
  t.regex((await problemOf(port as KubeObject)) ?? '', /port/);
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'wrong' }, spec: { containers: [{ image: 'x' }] } };
  t.regex((await problemOf(pod as unknown as KubeObject)) ?? '', /name/);
});
