import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { PeerCertificate, SecureContextOptions } from 'node:tls';
import * as grpc from '@grpc/grpc-js';
import { partyIn, type RpcParty } from '@gx/contracts';
import { ConfigError } from '../config/config.ts';
import type { IdentityConfig, TlsStep } from './identity-config.ts';

type CaListener = grpc.experimental.CaCertificateUpdateListener;
type OwnListener = grpc.experimental.IdentityCertificateUpdateListener;
type ContextListener = (context: SecureContextOptions) => void;
type Certificates = {
  readonly certificate: Buffer;
  readonly privateKey: Buffer;
  readonly caCertificate: Buffer;
  readonly endsAt: Date;
};

/**
 * Who this process is to those whom it calls and who call it. New connections are made with the certificates
 * of now; those that stand go on.
 */
export class GrpcIdentity implements grpc.experimental.CertificateProvider {
  readonly party: RpcParty;
  readonly #config: IdentityConfig;
  readonly #channels = new Map<RpcParty, grpc.ChannelCredentials>();
  readonly #onAuthority = new Set<CaListener>();
  readonly #onOwn = new Set<OwnListener>();
  readonly #onContext = new Set<ContextListener>();
  #certificates: Certificates | undefined;

  /** Throws a ConfigError for certificates that cannot be used. */
  constructor(party: RpcParty, config: IdentityConfig) {
    this.party = party;
    this.#config = config;
    this.#certificates = certificatesOf(config);
  }

  /** Whether its server answers without TLS: in a trial, or while services change to TLS. */
  get answersPlaintext(): boolean {
    return this.#config.ALLOW_PLAINTEXT_GRPC !== undefined;
  }

  /** How far services have changed to TLS; undefined: they have, or none of them does. */
  get tlsStep(): TlsStep | undefined {
    return this.#config.GRPC_TLS_STEP;
  }

  /** When the certificate ends; undefined where there is none. */
  get endsAt(): Date | undefined {
    return this.#certificates?.endsAt;
  }

  /**
   * Takes up what stands in the files now, and says whether it is new. Files that do not belong together are
   * half replaced: the ones before stay, and this throws.
   */
  refresh(): boolean {
    const [before, now] = [this.#certificates, certificatesOf(this.#config)];
    if (before === undefined || now === undefined || isSame(before, now)) return false;
    this.#certificates = now;
    for (const listener of this.#onAuthority) listener(now);
    for (const listener of this.#onOwn) listener(now);
    for (const listener of this.#onContext) listener(contextOf(now));
    return true;
  }

  /** What a channel to `server` is made with: it goes to nobody else. */
  channelCredentials(server: RpcParty): grpc.ChannelCredentials {
    if (this.#certificates === undefined || this.tlsStep === 'servers') return grpc.credentials.createInsecure();
    const known = this.#channels.get(server);
    if (known !== undefined) return known;
    const checkServerIdentity = (_name: string, { subjectaltname }: PeerCertificate): Error | undefined =>
      partyIn(subjectaltname) === server ? undefined : new Error(`what answers is not ${server}: ${subjectaltname}`);
    const made = grpc.experimental.createCertificateProviderChannelCredentials(this, this, { checkServerIdentity });
    this.#channels.set(server, made);
    return made;
  }

  /** What a server shows, and by whose signatures it believes its callers; undefined without TLS. */
  get secureContext(): SecureContextOptions | undefined {
    return this.#certificates && contextOf(this.#certificates);
  }

  /** Calls `listener` with each that takes its place, until what it returns is called. */
  onReplaced(listener: ContextListener): () => void {
    this.#onContext.add(listener);
    return () => this.#onContext.delete(listener);
  }

  addCaCertificateListener(listener: CaListener): void {
    this.#onAuthority.add(listener);
    process.nextTick(listener, this.#certificates ?? null);
  }

  removeCaCertificateListener(listener: CaListener): void {
    this.#onAuthority.delete(listener);
  }

  addIdentityCertificateListener(listener: OwnListener): void {
    this.#onOwn.add(listener);
    process.nextTick(listener, this.#certificates ?? null);
  }

  removeIdentityCertificateListener(listener: OwnListener): void {
    this.#onOwn.delete(listener);
  }
}

function certificatesOf(config: IdentityConfig): Certificates | undefined {
  const { GRPC_CERTIFICATE: own, GRPC_PRIVATE_KEY: key, GRPC_AUTHORITY: authority } = config;
  if (own === undefined || key === undefined || authority === undefined) return undefined;
  const [certificate, privateKey, caCertificate] = [own(), key(), authority()];
  const leaf = new X509Certificate(certificate);
  if (!leaf.checkPrivateKey(createPrivateKey(privateKey)))
    throw new ConfigError('GRPC_PRIVATE_KEY is not the key of GRPC_CERTIFICATE');
  return {
    certificate: Buffer.from(certificate),
    privateKey: Buffer.from(privateKey),
    caCertificate: Buffer.from(caCertificate),
    endsAt: new Date(leaf.validTo),
  };
}

const contextOf = ({ certificate, privateKey, caCertificate }: Certificates): SecureContextOptions => ({
  cert: certificate,
  key: privateKey,
  ca: caCertificate,
});

const isSame = (one: Certificates, other: Certificates): boolean =>
  one.certificate.equals(other.certificate) && one.caCertificate.equals(other.caCertificate);
