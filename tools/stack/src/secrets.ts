import { createPublicKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EVENT_OWNERS, type EventOwner } from '@gx/contracts';

/** What the services of one stack share and nobody else knows. */
export type Secrets = {
  /** ES256, PKCS8 PEM. */
  readonly jwtSigningKey: string;
  readonly txidSecret: string;
  /** 32 bytes in base64. */
  readonly secretsKey: string;
  /** Ed25519, PEM: what each owner signs its events with, and what all of them are verified with. */
  readonly eventKeys: { readonly signing: Readonly<Record<EventOwner, string>>; readonly verification: string };
  readonly bank: { readonly clientId: string; readonly clientSecret: string; readonly pixKey: string };
  /** One login password for each demo merchant, by e-mail. */
  readonly passwords: Readonly<Record<string, string>>;
};

/** The demo merchants that `npm start` creates; the first one's key is printed. */
export const DEMO_MERCHANTS = [
  { name: 'Loja Demo', userName: 'Dona da Loja', email: 'demo@example.com' },
  { name: 'Outra Loja', userName: 'Dono da Outra', email: 'outra@example.com' },
] as const;

/** Fresh secrets, for a stack that is thrown away afterwards. */
export function newSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    jwtSigningKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    txidSecret: randomBytes(32).toString('base64'),
    secretsKey: randomBytes(32).toString('base64'),
    eventKeys: newEventKeys(),
    bank: {
      clientId: `Client_Id_${randomBytes(8).toString('hex')}`,
      clientSecret: randomBytes(24).toString('base64url'),
      pixKey: randomUUID(),
    },
    passwords: Object.fromEntries(DEMO_MERCHANTS.map(({ email }) => [email, randomBytes(12).toString('base64url')])),
  };
}

function newEventKeys(): Secrets['eventKeys'] {
  const pairs = EVENT_OWNERS.map((owner) => {
    const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { owner, key, listed: `${owner}\n${createPublicKey(key).export({ type: 'spki', format: 'pem' })}` };
  });
  return {
    signing: Object.fromEntries(pairs.map(({ owner, key }) => [owner, key])) as Secrets['eventKeys']['signing'],
    verification: pairs.map(({ listed }) => listed).join(''),
  };
}

/**
 * The secrets of this folder, made on first use. They must survive a restart: stored data depend on them. A
 * folder of an older version gets what it lacks.
 */
export async function keptSecrets(dir: string): Promise<Secrets> {
  const file = join(dir, 'secrets.json');
  const kept = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Partial<Secrets>) : {};
  const fresh = newSecrets();
  const secrets = { ...fresh, ...kept };
  if (Object.keys(fresh).every((name) => name in kept)) return secrets;
  await writePrivate(file, secrets);
  return secrets;
}

/** Writes JSON that only this user may read; a reader sees the old file or the whole new one. */
export async function writePrivate(file: string, content: unknown): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, file);
}
