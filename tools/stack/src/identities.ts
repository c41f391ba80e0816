import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RPC_PARTIES, type RpcParty, SERVICES, spiffeId } from '@gx/contracts';
import { localAssertionKey } from './assertion-key.ts';
import { type Authority, authority, type Identity } from './certificates.ts';

/** The settings by which somebody takes part in RPCs. */
export type IdentitySettings = Readonly<Record<string, string>>;

/** Of the gateway, where banks call it, and of the simulated bank, which calls. */
export type BankTls = { readonly gateway: IdentitySettings; readonly simulator: IdentitySettings };

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

const servesMerchants = (party: RpcParty): boolean => Object.hasOwn(SERVICES, party);

/** With the certificates and keys themselves as values. */
export function identitySettings(party: RpcParty): IdentitySettings {
  const { cert, key } = identityOf(party);
  const { signing, verification } = localAssertionKey();
  return {
    GRPC_CERTIFICATE: cert,
    GRPC_PRIVATE_KEY: key,
    GRPC_AUTHORITY: processAuthority().cert,
    ...(servesMerchants(party) ? { ASSERTION_VERIFICATION_KEYS: verification } : {}),
    ...(party === 'keys' ? { ASSERTION_SIGNING_KEY: signing } : {}),
  };
}

/**
 * Identities in the files of a folder: `charge.pem`, `charge.key`, and `authority.pem`; what assertions are
 * signed and verified with, `assertions.key` and `assertions.pem`; and those of the bank and of its listener.
 */
export type IdentityFiles = {
  /** How the bank listener and the simulated bank know each other. */
  readonly bankTls: BankTls;
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
  await write('assertions.key', localAssertionKey().signing);
  await write('assertions.pem', localAssertionKey().verification);
  const settings = (party: RpcParty): IdentitySettings => ({
    GRPC_CERTIFICATE_FILE: join(dir, `${party}.pem`),
    GRPC_PRIVATE_KEY_FILE: join(dir, `${party}.key`),
    GRPC_AUTHORITY_FILE: join(dir, 'authority.pem'),
    ...(servesMerchants(party) ? { ASSERTION_VERIFICATION_KEYS_FILE: join(dir, 'assertions.pem') } : {}),
    ...(party === 'keys' ? { ASSERTION_SIGNING_KEY_FILE: join(dir, 'assertions.key') } : {}),
  });
  return { settings, renew, bankTls: await writeBankTls(dir, write) };
}

/** A bank is another company: it shows a certificate of an authority that signs for no service of ours. */
async function writeBankTls(dir: string, write: (name: string, pem: string) => Promise<void>): Promise<BankTls> {
  const banks = authority('gx local banks');
  const [listener, bank] = [
    processAuthority().issue('bank-listener', { hours: HOURS }),
    banks.issue('bank', { hours: HOURS }),
  ];
  await write('bank-listener.pem', listener.cert);
  await write('bank-listener.key', listener.key);
  await write('bank.pem', bank.cert);
  await write('bank.key', bank.key);
  await write('bank-authority.pem', banks.cert);
  return {
    gateway: {
      BANK_TLS_CERT_FILE: join(dir, 'bank-listener.pem'),
      BANK_TLS_KEY_FILE: join(dir, 'bank-listener.key'),
      BANK_TLS_CA_FILE: join(dir, 'bank-authority.pem'),
    },
    simulator: {
      SIM_CALLBACK_CERTIFICATE_FILE: join(dir, 'bank.pem'),
      SIM_CALLBACK_PRIVATE_KEY_FILE: join(dir, 'bank.key'),
      SIM_CALLBACK_AUTHORITY_FILE: join(dir, 'authority.pem'),
    },
  };
}
