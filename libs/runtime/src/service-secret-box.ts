import type { Logger } from './logger.ts';
import { type SecretBox, secretBox } from './secret-box.ts';

export type SealingConfig = {
  readonly ENCRYPTION_KEY: Buffer;
  readonly DECRYPTION_KEYS?: readonly Buffer[] | undefined;
};

/** Whoever meets one such secret meets many: a line a minute for each key is enough to see it. */
const TELL_EVERY_MS = 60_000;

/**
 * The box of a service by its settings. A secret that does not open is an alarm: a key is missing, or the
 * database was changed.
 */
export function serviceSecretBox(log: Logger, config: SealingConfig): SecretBox {
  const box = secretBox(config.ENCRYPTION_KEY, ...(config.DECRYPTION_KEYS ?? []));
  const toldAt = new Map<string, number>();
  const tell = (keyId: string): void => {
    const now = performance.now();
    if (now - (toldAt.get(keyId) ?? Number.NEGATIVE_INFINITY) < TELL_EVERY_MS) return;
    toldAt.set(keyId, now);
    const reason = box.keyIds.includes(keyId) ? 'does_not_open' : 'no_such_key';
    log.error({ alarm: 'secret_unreadable', key_id: keyId, reason }, 'a stored secret cannot be opened');
  };
  return {
    ...box,
    open: (sealed) => {
      try {
        return box.open(sealed);
      } catch (error) {
        tell(sealed.keyId);
        throw error;
      }
    },
  };
}
