import { SERVICES } from '@gx/contracts';
import { cents } from '@gx/core';
import { type Host, serviceCipher, startJob } from '@gx/runtime';
import { connectGrpc, grpcService, startGrpcServer } from '@gx/runtime/grpc';
import { openMongo } from '@gx/runtime/mongo';
import { type KeysConfig, settingsByMode } from './config.ts';
import { accessTokens } from './credentials/access-tokens.ts';
import { knownAddresses } from './credentials/known-addresses.ts';
import { passwords } from './credentials/passwords.ts';
import { revocations } from './credentials/revocations.ts';
import {
  chainFormerEvents,
  type Filing,
  fileAuditEvents,
  fileEvents,
  logHead,
  stoppingAtBrokenHead,
} from './jobs/file-audit-events.ts';
import { startMails } from './mail/start-mails.ts';
import { keysHandlers } from './rpc.ts';
import { accountStore } from './store/accounts.ts';
import { keyStore } from './store/api-keys.ts';
import { type AuditEventDocument, auditStore } from './store/audit-events.ts';
import { denialStore } from './store/denied-tokens.ts';
import { encryptedSecrets } from './store/encrypted-secrets.ts';
import { formerAuditStore } from './store/former-audit-events.ts';
import { loginAddressStore } from './store/login-addresses.ts';
import { requestLogStore } from './store/request-logs.ts';
import { resetRequestStore } from './store/reset-requests.ts';
import { userStore } from './store/users.ts';

const FILE_AUDIT_EVERY_MS = 1_000;
const LOG_HEAD_EVERY_MS = 3_600_000;

/** Wires the stores, the tokens and the RPCs; answers the port that they are served on. */
export async function startKeys(host: Host, config: KeysConfig): Promise<{ port: number }> {
  const { log, life } = host;
  const connection = await openMongo(host, config);
  const listeners = connectGrpc(host, 'keys', config).listeners(config);
  const [accounts, keys, audit, former, users, requestLogs, denials, resetRequests, loginAddresses, tokens] =
    await Promise.all([
      accountStore(connection),
      keyStore(connection),
      auditStore(connection),
      formerAuditStore(connection),
      userStore(connection),
      requestLogStore(connection),
      denialStore(connection),
      resetRequestStore(connection),
      loginAddressStore(connection),
      accessTokens({
        signingKey: config.JWT_SIGNING_KEY,
        previousKeys: config.JWT_PREVIOUS_KEYS ?? [],
        issuer: config.JWT_ISSUER,
      }),
    ]);
  const secrets = serviceCipher(log, config);
  const mails = startMails(host, config, { users, requests: resetRequests });
  const filing = { audit, former, log };
  const deps = {
    file: (events: readonly AuditEventDocument[]) => fileEvents(filing, events),
    accounts,
    mails,
    users,
    keys,
    audit,
    requestLogs,
    denials,
    resetRequests,
    tokens,
    passwords: passwords(),
    addresses: knownAddresses(loginAddresses, config.JWT_SIGNING_KEY),
    secrets,
    reencryptSecrets: encryptedSecrets(connection, secrets),
    totpIssuer: config.TOTP_ISSUER,
    assertions: listeners.assertions,
    revocations: revocations({
      address: config.REDIS_URL,
      prefix: config.REDIS_PREFIX,
      log,
      life,
      faultHook: host.faultHook,
    }),
    defaults: {
      platformFeeBasisPoints: config.DEFAULT_PLATFORM_FEE_BASIS_POINTS,
      platformFeeFixed: cents(config.DEFAULT_PLATFORM_FEE_FIXED),
      defaultExpiresInSeconds: config.DEFAULT_EXPIRES_IN_SECONDS,
      settlementDelaySeconds: config.SETTLEMENT_DELAY_SECONDS,
    },
    deployment: settingsByMode(config),
  };
  await startFiling(host, { sources: [keys, users, accounts], ...filing });
  return startGrpcServer(host, listeners, [grpcService(SERVICES.keys, keysHandlers(deps))]);
}

/** Once it has answered, the chain has what was filed before there was one. */
async function startFiling(host: Host, filing: Filing): Promise<void> {
  const file = fileAuditEvents(filing);
  const chainFormer = chainFormerEvents(filing);
  await stoppingAtBrokenHead(host.log, chainFormer)();
  const run = stoppingAtBrokenHead(host.log, async () => {
    await file();
    await chainFormer();
  });
  startJob(host, { name: 'file audit events', everyMs: FILE_AUDIT_EVERY_MS, run });
  const logLast = stoppingAtBrokenHead(host.log, async () => logHead(host.log, await filing.audit.head()));
  startJob(host, { name: 'log audit head', everyMs: LOG_HEAD_EVERY_MS, run: logLast });
}
