import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';

type Skaffold = {
  readonly build: { readonly artifacts: readonly { image: string; docker: { buildArgs: { SERVICE: string } } }[] };
  readonly deploy: { readonly helm: { readonly releases: readonly { setValueTemplates: Record<string, string> }[] } };
};

const ROOT = join(import.meta.dirname, '../..');
const { build, deploy } = parse(readFileSync(join(ROOT, 'skaffold.yaml'), 'utf8')) as Skaffold;
const services = readdirSync(join(ROOT, 'services')).toSorted();

test('skaffold.yaml builds one image for each service, under the name that its chart has', (t) => {
  const built = build.artifacts.map(({ image, docker }) => [image, docker.buildArgs.SERVICE]);
  t.deepEqual(
    built.toSorted(),
    services.map((service) => [`gx/${service}`, service]),
  );
});

test('skaffold.yaml hands every image that it builds to the chart that runs it', (t) => {
  const handed = deploy.helm.releases.flatMap(({ setValueTemplates }) => Object.entries(setValueTemplates));
  const wanted = services.flatMap((service) => {
    const name = `gx_${service.replaceAll('-', '_')}`;
    return [
      [`${service}.image.repository`, `{{.IMAGE_REPO_${name}}}`],
      [`${service}.image.tag`, `{{.IMAGE_TAG_${name}}}`],
    ];
  });
  t.deepEqual(handed.toSorted(), wanted.toSorted());
});
