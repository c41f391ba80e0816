import { randomBytes } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { base32, TOTP, TOTP_SECRET_BYTES } from '../domain/totp-codes.ts';
import { setUpTotp as setUp } from '../domain/user-totp.ts';
import { authenticateUser } from './authenticate.ts';

/** A secret, which only the answer that carries this ever shows. */
type NewTotpSecret = { readonly secret: string; readonly otpauthUrl: string };

/** Gives a user a secret for an authenticator app; nothing is demanded before the app has shown a code. */
export async function setUpTotp(
  deps: Pick<Deps, 'tokens' | 'denials' | 'users' | 'secrets' | 'totpIssuer'>,
  now: Date,
  accessToken: string,
): Promise<NewTotpSecret> {
  const { users, secrets, totpIssuer } = deps;
  const { user } = await authenticateUser(deps, now, accessToken);
  const bytes = randomBytes(TOTP_SECRET_BYTES);
  const encrypted = secrets.encrypt(bytes.toString('base64'));
  await users.update(user.accountId, user.id, (current) => setUp(current, user, encrypted));
  const secret = base32(bytes);
  return { secret, otpauthUrl: otpauthUrl(totpIssuer, user.email, secret) };
}

/** As authenticator apps read it: the Key URI format that Google Authenticator brought in. */
function otpauthUrl(issuer: string, email: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const { algorithm, digits, periodSeconds } = TOTP;
  const form = `algorithm=${algorithm}&digits=${digits}&period=${periodSeconds}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&${form}`;
}
