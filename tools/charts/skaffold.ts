import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

const FILE = resolve(import.meta.dirname, '../../skaffold.yaml');

/**
 * What Skaffold's own JSON schema has against skaffold.yaml. SKAFFOLD_SCHEMA names the file, of the version
 * that `apiVersion` says: it comes with the sources, `docs-v2/content/en/schemas` of the Go module
 * `github.com/GoogleContainerTools/skaffold/v2`. Without it that is said, and nothing is checked.
 */
export function skaffoldComplaints(): string[] {
  const path = process.env['SKAFFOLD_SCHEMA'];
  if (path === undefined) {
    console.log('skaffold.yaml: not checked, SKAFFOLD_SCHEMA is not set');
    return [];
  }
  const file = parse(readFileSync(FILE, 'utf8')) as { readonly apiVersion: string };
  const ajv = new Ajv({ strict: false, allErrors: true });
  if (ajv.validate(JSON.parse(readFileSync(path, 'utf8')), file))
    console.log(`skaffold.yaml: ${file.apiVersion}, valid`);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `skaffold.yaml${instancePath} ${message}`);
}
