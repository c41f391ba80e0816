import { type Body, type MerchantResponse, merchant } from './merchant.ts';

/** Settings of a gateway that believes the tests' `X-Forwarded-For`, and limits logins as it usually does. */
export const BEHIND_TESTS = { TRUSTED_PROXIES: '127.0.0.1/32', LOGIN_ATTEMPTS_OF_ADDRESS_PER_MINUTE: undefined };

export type LoginBody = { readonly email: string; readonly password: string };

/** Logs in, or tries to, from a client address. */
export const logInFrom = (
  gateway: string,
  address: string,
  { email, password }: LoginBody,
): Promise<MerchantResponse> => postFrom(gateway, address, '/v1/auth/login', { email, password });

export const postFrom = (gateway: string, address: string, path: string, body: object): Promise<MerchantResponse> =>
  merchant(gateway, '').send('POST', path, { headers: { 'x-forwarded-for': address }, body });

/** All that a client sees of an answer, but for its request id and the clock. */
export function seen({ status, headers, body }: MerchantResponse): object {
  const { request_id: _, ...rest } = (body ?? {}) as Body;
  const names = Object.keys(headers).filter((name) => name !== 'keep-alive');
  return {
    status,
    names: names.toSorted(),
    body: JSON.parse(JSON.stringify(rest).replaceAll(/\d+ s\b/g, 'so many s')),
  };
}
