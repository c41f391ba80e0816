import type { Cipher } from '@gx/runtime';
import type { Assertions } from '@gx/runtime/grpc';
import type { EncryptedWalk } from '@gx/runtime/mongo';
import type { AccessTokens } from './credentials/access-tokens.ts';
import type { KnownAddresses } from './credentials/known-addresses.ts';
import type { Passwords } from './credentials/passwords.ts';
import type { Revocations } from './credentials/revocations.ts';
import type { Settings } from './domain/account.ts';
import type { SettingsByMode } from './domain/account-settings.ts';
import type { AccountStore } from './store/accounts.ts';
import type { KeyStore } from './store/api-keys.ts';
import type { AuditEventDocument, AuditStore } from './store/audit-events.ts';
import type { DenialStore } from './store/denied-tokens.ts';
import type { RequestLogStore } from './store/request-logs.ts';
import type { ResetRequestStore } from './store/reset-requests.ts';
import type { UserStore } from './store/users.ts';

/** What commands and queries work with; each takes only what it names. */
export type Deps = {
  readonly accounts: AccountStore;
  readonly users: UserStore;
  readonly keys: KeyStore;
  readonly audit: AuditStore;
  /** Puts events into the audit log, each once; BrokenHeadError where it stops. */
  readonly file: (events: readonly AuditEventDocument[]) => Promise<void>;
  readonly requestLogs: RequestLogStore;
  readonly denials: DenialStore;
  readonly resetRequests: ResetRequestStore;
  readonly tokens: AccessTokens;
  readonly passwords: Passwords;
  readonly addresses: KnownAddresses;
  /** Encrypts what second factors share with the users' devices. */
  readonly secrets: Cipher;
  readonly reencryptSecrets: EncryptedWalk;
  /** What authenticator apps show beside the user's e-mail. */
  readonly totpIssuer: string;
  /** What goes with the calls for a merchant whom an API key let in. */
  readonly assertions: Pick<Assertions, 'sign' | 'read' | 'unassertedUntil'>;
  readonly revocations: Revocations;
  /** Has mails that wait sent soon; undefined where nobody sends any. */
  readonly mails: { readonly wake: () => void } | undefined;
  /** Of a new account, copied into it. */
  readonly defaults: Settings;
  /** In force for accounts without settings of their own. */
  readonly deployment: SettingsByMode;
};
