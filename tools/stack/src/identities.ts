import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RPC_PARTIES, type RpcParty, spiffeId } from '@gx/contracts';
import { type Authority, authority, type Identity } from './certificates.ts';

/** The settings by which somebody takes part in RPCs. */
export type IdentitySettings = Readonly<Record<string, string>>;

const HOURS = 24 * 365;

let own: Authority | undefined;
const issued = new Map<RpcParty, Identity>();

/** One authority for this process: what it starts and what it calls with believe each other. */
function processAuthority(): Authority {
  own ??= authority('gx local stack');
  return own;
}

function identityOf(party: RpcParty): Identity {
  const known = issued.get(party) ?? processAuthority().issue(party, { hours: HOURS, uri: spiffeId(party) });
  issued.set(party, known);
  return known;
}

/** With the certificates themselves as values. */
export function identitySettings(party: RpcParty): IdentitySettings {
  const { cert, key } = identityOf(party);
  return { GRPC_CERTIFICATE: cert, GRPC_PRIVATE_KEY: key, GRPC_AUTHORITY: processAuthority().cert };
}

/** Identities in the files of a folder: `charge.pem`, `charge.key`, and `authority.pem`. */
export type IdentityFiles = {
  readonly settings: (party: RpcParty) => IdentitySettings;
  /** Puts a certificate there that ends in so many hours. */
  readonly renew: (party: RpcParty, hours: number) => Promise<void>;
};

/** The same by files, for everybody who takes part. What stood there is replaced. */
export async function writeIdentities(dir: string): Promise<IdentityFiles> {
  const write = (name: string, pem: string) => writeFile(join(dir, name), pem, { mode: 0o600 });
  const renew = async (party: RpcParty, hours: number): Promise<void> => {
    const { cert, key } = processAuthority().issue(party, { hours, uri: spiffeId(party) });
    await write(`${party}.pem`, cert);
    await write(`${party}.key`, key);
  };
  await mkdir(dir, { recursive: true });
  await write('authority.pem', processAuthority().cert);
  for (const party of RPC_PARTIES) await renew(party, HOURS);
  const settings = (party: RpcParty): IdentitySettings => ({
    GRPC_CERTIFICATE_FILE: join(dir, `${party}.pem`),
    GRPC_PRIVATE_KEY_FILE: join(dir, `${party}.key`),
    GRPC_AUTHORITY_FILE: join(dir, 'authority.pem'),
  });
  return { settings, renew };
}
