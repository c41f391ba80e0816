import { type Host, standardWebhooksKey, startJob } from '@gx/runtime';
import type { KeysConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { linkResets } from '../jobs/link-resets.ts';
import { sendMails } from '../jobs/send-mails.ts';
import type { ResetRequestStore } from '../store/reset-requests.ts';
import type { UserStore } from '../store/users.ts';
import { mailHook, mailPrinter, type SendMail } from './mail-hook.ts';

const SEND_EVERY_MS = 1_000;

type Stores = { readonly users: UserStore; readonly requests: ResetRequestStore };

/** Starts to send mails where there is somebody who sends them. */
export function startMails(host: Host, config: KeysConfig, { users, requests }: Stores): Deps['mails'] {
  const send = senderOf(host, config);
  if (send === undefined) {
    host.log.warn('no mail hook: nobody can be invited, and no password reset is sent');
    return undefined;
  }
  const link = linkResets({ requests, users });
  const mail = sendMails({ queue: users.mails, send, accountUrl: config.ACCOUNT_URL, now: host.now, log: host.log });
  const run = async (): Promise<void> => {
    try {
      await link();
    } finally {
      await mail();
    }
  };
  const job = startJob(host, { name: 'send mails', everyMs: SEND_EVERY_MS, run });
  return { wake: job.trigger };
}

function senderOf({ log }: Host, config: KeysConfig): SendMail | undefined {
  const { MAIL_HOOK_URL: url, MAIL_HOOK_SECRET: secret } = config;
  if (url !== undefined && secret !== undefined) return mailHook({ url, key: standardWebhooksKey(secret) });
  return config.ENVIRONMENT === 'local' ? mailPrinter(log) : undefined;
}
