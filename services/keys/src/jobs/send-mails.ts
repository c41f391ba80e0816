import { waitAfter } from '@gx/core';
import type { Logger } from '@gx/runtime';
import { RETRY_POLICIES } from '../domain/retry-policies.ts';
import type { SendMail } from '../mail/mail-hook.ts';
import { newLinkSecret } from '../mail/new-link.ts';
import type { DueMail, MailQueue } from '../store/mails.ts';

type SendMails = {
  readonly queue: MailQueue;
  readonly send: SendMail;
  /** The front end that the links lead to. */
  readonly accountUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
};

/**
 * Has every mail that is due sent, each with a secret of its own: what is stored opens nothing, and a mail
 * that is sent twice opens the link both times. The secret stands behind the `#`, where no server sees it.
 */
export const sendMails =
  ({ queue, send, accountUrl, now, log }: SendMails) =>
  async (): Promise<void> => {
    for (;;) {
      const { secret, hash } = newLinkSecret();
      const mail = await queue.claim(hash);
      if (mail === undefined) return;
      const { attempts, hasEnded, ...rest } = mail;
      if (hasEnded) {
        log.error({ alarm: 'mail_not_sent', ...logged(mail) }, 'the link ended before the mail hook took its mail');
        await queue.close(mail);
        continue;
      }
      try {
        await send({ ...rest, link: `${accountUrl}#${mail.kind}=${secret}` }, now());
      } catch (err) {
        log.warn({ err, ...logged(mail) }, 'the mail hook did not take a mail, it will be sent again');
        await queue.reschedule(mail, waitAfter(RETRY_POLICIES.mail, attempts));
        // What fails for one fails for others: they wait for the next run.
        return;
      }
      await queue.close(mail);
    }
  };

const logged = ({ userId, kind, attempts }: DueMail) => ({ user_id: userId, kind, attempts });
