import { partyIn, type RpcParty, spiffeId } from '@gx/contracts';
import {
  type ConfigOf,
  demanding,
  followed,
  oneOf,
  optional,
  type Reader,
  type SettingLookUp,
  type Spec,
  setting,
} from '../config/config.ts';
import { certificates, certificatesIn, privateKey } from '../config/pem.ts';
import { reason } from '../config/plaintext.ts';

/** Certificates in PEM, the first of which names this party. */
const certificateOf = (party: RpcParty): Reader<string> => ({
  ...certificates,
  parse: (raw) => {
    const [own] = certificatesIn(raw) ?? [];
    const named = partyIn(own?.subjectAltName);
    if (own === undefined || named === party) return certificates.parse(raw);
    return new Error(`must name ${spiffeId(party)}, and names ${named ?? 'nobody of ours'}`);
  },
});

const FILES = ['GRPC_CERTIFICATE', 'GRPC_PRIVATE_KEY', 'GRPC_AUTHORITY'] as const;
const PLAINTEXT = 'ALLOW_PLAINTEXT_GRPC';
const STEP = 'GRPC_TLS_STEP';
/** How far services that spoke no TLS have changed to it: their servers, or their clients as well. */
const TLS_STEPS = ['servers', 'clients'] as const;
export type TlsStep = (typeof TLS_STEPS)[number];

/** A problem of one of them, once: certificates, or a reason why there are none. */
function eitherOr(given: SettingLookUp): string | undefined {
  const missing = FILES.filter((name) => given(name) === undefined);
  const [why, step] = [given(PLAINTEXT), given(STEP)];
  const what = `(missing: ${missing.join(', ')})`;
  if (step !== undefined && (why === undefined || missing.length > 0)) {
    const lacks = why === undefined ? `${PLAINTEXT}, a reason` : `the others of its kind ${what}`;
    return `and ${STEP} do not go together without ${lacks}`;
  }
  if (why !== undefined && step === undefined && missing.length < FILES.length)
    return `and ${PLAINTEXT} are there: without TLS nobody knows who calls, so one of them has to go, or ${STEP} says that services change to TLS`;
  if (why !== undefined || missing.length === 0) return undefined;
  return `is demanded, as are the others of its kind ${what}; ${PLAINTEXT}=<reason> goes without, and lets anybody who reaches a port call as anybody else`;
}

/** What everybody reads who takes part in RPCs: who it is, and by whose word it believes others. */
export const identitySpec = (party: RpcParty) =>
  ({
    GRPC_CERTIFICATE: setting(
      `says that this is \`${spiffeId(party)}\`, to those whom it calls and who call it: its certificate, and those between it and the authority. A file (\`GRPC_CERTIFICATE_FILE\`) is followed when it is replaced, as are the other two`,
      demanding(optional(followed(certificateOf(party))), eitherOr),
    ),
    GRPC_PRIVATE_KEY: setting('of `GRPC_CERTIFICATE`', optional(followed(privateKey))),
    GRPC_AUTHORITY: setting(
      'by whose signatures the certificates of others are believed; several while one takes the place of another',
      optional(followed(certificates)),
    ),
    [PLAINTEXT]: setting(
      'a reason, which is logged: RPCs without TLS. Anybody who reaches a port may then call as anybody else',
      optional(reason),
    ),
    [STEP]: setting(
      'only while services change to TLS, with a reason and certificates: `servers` answers with TLS and without, and calls without; `clients` calls by TLS as well (operations/upgrade.md)',
      optional(oneOf(TLS_STEPS)),
    ),
  }) as const satisfies Spec;

export type IdentityConfig = ConfigOf<ReturnType<typeof identitySpec>>;
