import type { Actor } from '@gx/core';
import type { CallContext } from './grpc-types.ts';

/**
 * Who acts by a call for a merchant: the API key that its assertion names, not one that the gateway names
 * (ADR 121). From where is the gateway's word alone.
 */
export const keyActor = ({ assertion }: CallContext, clientAddress: string): Actor => ({
  kind: 'api_key',
  ...(assertion === undefined ? {} : { fingerprint: assertion.fingerprint }),
  ...(clientAddress === '' ? {} : { clientAddress }),
});
