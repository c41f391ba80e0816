import type * as grpc from '@grpc/grpc-js';
import { METADATA, partyIn, type RpcParty } from '@gx/contracts';
import type { Assertion, Assertions } from './assertions.ts';
import type { CallContext } from './grpc-types.ts';

/** Who may use an RPC, and for whom it is used. */
export type Access = {
  readonly name: string;
  readonly callers: readonly RpcParty[];
  /** Whether it is answered without TLS too: to anybody, for nobody knows who calls. */
  readonly inPlaintext: boolean;
  /** Of an RPC that the gateway calls for merchants: by whose word. */
  readonly assertions: Assertions | undefined;
};
/** Why a call is refused: for us, in the log, and for its caller. */
export type CallRefusal = {
  readonly alarm: 'caller_not_named' | 'call_not_asserted';
  readonly caller: RpcParty | undefined;
  readonly why: string;
};
export type CallAdmission = {
  readonly caller: RpcParty | undefined;
  readonly assertion: Assertion | undefined;
  readonly isPlaintext: boolean;
};

/** Calls for merchants, and nobody else does. */
const FOR_MERCHANTS: RpcParty = 'gateway';

type AnyCall = Pick<grpc.ServerUnaryCall<never, unknown>, 'getAuthContext' | 'metadata' | 'request'>;

/** Lets a call in that its RPC's option `access` lets in (decisions, section 13). */
export async function admitCall(access: Access, call: AnyCall, ctx: CallContext): Promise<CallAdmission | CallRefusal> {
  const { name, callers, assertions } = access;
  const { sslPeerCertificate: certificate } = call.getAuthContext();
  const isPlaintext = access.inPlaintext && certificate === undefined;
  const caller = partyIn(certificate?.subjectaltname);
  if (!isPlaintext && (caller === undefined || !callers.includes(caller))) {
    const who = caller ?? 'a caller without a certificate of a service';
    return { alarm: 'caller_not_named', caller, why: `${who} may not call ${name}` };
  }
  const isAsserted = assertions !== undefined && (isPlaintext || caller === FOR_MERCHANTS);
  if (!isAsserted) return { caller, assertion: undefined, isPlaintext };
  const assertion = await assertionOf(assertions, call, ctx);
  if (typeof assertion !== 'string') return { caller, assertion, isPlaintext };
  // Without TLS the caller may be anybody, who needs none.
  if (assertion === NONE && (isPlaintext || assertions.unassertedUntil(ctx.now) !== undefined))
    return { caller, assertion: undefined, isPlaintext };
  return { alarm: 'call_not_asserted', caller, why: `${name} is not called for a merchant: ${assertion}` };
}

const NONE = 'it carries no assertion';

/** What the fields say for whom a call is; a login token speaks for itself, where an RPC takes one. */
type Claim = {
  readonly tenant?: { readonly accountId: string; readonly livemode: boolean } | null;
  readonly accessToken?: string;
};

/** The assertion of a call, if it is of the tenant that its request names; else why it is not. */
async function assertionOf(assertions: Assertions, call: AnyCall, { now }: CallContext) {
  const { tenant, accessToken }: Claim = call.request;
  if (!tenant && accessToken) return undefined;
  const [text] = call.metadata.get(METADATA.assertion);
  if (typeof text !== 'string') return NONE;
  const assertion = await assertions.read(text, now);
  if (typeof assertion === 'string') return assertion;
  const { accountId, livemode } = assertion.tenant;
  if (tenant?.accountId !== accountId) return 'its assertion is of another account';
  return tenant.livemode === livemode ? assertion : 'its assertion is of the other mode';
}
