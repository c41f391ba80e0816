import type { RpcParty } from '@gx/contracts';
import { Refusal, SERVICE_ACTS, type ServiceAction, unavailable } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { Deps } from '../deps.ts';
import type { AuditEvent } from '../domain/audit.ts';
import { BrokenHeadError } from '../domain/audit-chain.ts';
import { auditEventDocument } from '../store/audit-events.ts';

/** An event of another service. */
export type ActEvent = AuditEvent & { readonly action: ServiceAction };
type RecordActs = {
  /** By its certificate; undefined where nobody knows who calls. */
  readonly caller: RpcParty | undefined;
  readonly log: Logger;
  readonly acts: readonly ActEvent[];
};

/** Files what another service says was done there, all of it or nothing: each says its own acts alone. */
export async function recordActs({ file }: Pick<Deps, 'file'>, { caller, log, acts }: RecordActs): Promise<void> {
  const foreign = caller && acts.find(({ action }) => SERVICE_ACTS[action].service !== caller);
  if (foreign !== undefined) {
    const { action } = foreign;
    log.error({ alarm: 'act_of_another_service', caller, action }, 'refused an act that its service has not recorded');
    throw new Refusal('forbidden', `${caller} has no act ${action}.`);
  }
  try {
    await file(acts.map(auditEventDocument));
  } catch (error) {
    // Its job raises the alarm, once.
    if (error instanceof BrokenHeadError) throw unavailable('The audit log takes nothing now.');
    throw error;
  }
}
