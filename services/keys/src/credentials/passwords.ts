import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { turns } from './turns.ts';

/** Argon2id, the library's default variant, with the memory and passes that OWASP names as its minimum. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/**
 * A check takes some 20 ms of a core, in one of the four threads that tokens are checked in too, in the
 * process that admits every request. Strangers share one of them, for less than half of the time: a flood of
 * logins can have that and no more. A thread is kept for everybody else, so that a flood cannot fill it.
 */
export const SHARES = {
  /** An operator, a user with a token or a link, an address that logged in before. */
  kept: { atOnce: 1, waiting: 50 },
  strangers: { atOnce: 1, waiting: 50, turnMs: 50 },
} as const;
export type Share = keyof typeof SHARES;

export type Passwords = ReturnType<typeof passwords>;

const NEW_PASSWORD_BYTES = 18;
/** 144 random bits as text: a password that a program hands out. */
export const newPassword = (): string => randomBytes(NEW_PASSWORD_BYTES).toString('base64url');

/** Hashes and checks passwords. Checking costs the same whether or not there is a user to check against. */
export function passwords() {
  const nobody = hashOfNothing();
  const shares = { kept: turns(SHARES.kept), strangers: turns(SHARES.strangers) } as const;
  return {
    /** Throws 429 while too many wait. */
    hash: (password: string): Promise<string> => shares.kept(() => hash(password, ARGON2)),

    /**
     * True if the password is that of the stored hash; without a hash it is false, and takes as long. Throws
     * 429 while too many wait for the share.
     */
    async matches(stored: string | undefined, password: string, share: Share = 'kept'): Promise<boolean> {
      const equal = await shares[share](() => verify(stored ?? nobody, password));
      return equal && stored !== undefined;
    },
  };
}

/**
 * A hash that no password is known for, in the form of all others, so that checking against it costs what
 * they cost.
 */
function hashOfNothing(): string {
  const { memoryCost, timeCost, parallelism } = ARGON2;
  const random = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`;
}
