import { newId, Refusal } from '@gx/core';
import { createCharge, pay } from './acts.ts';
import { reachStored } from './rest.ts';
import { CALL, type FaultStage, insist } from './stage.ts';
import type { Creation } from './story.ts';
import { untilPublished } from './until-published.ts';

async function ownEndpoint(stage: FaultStage): Promise<string> {
  const { worker, merchant } = stage;
  const { tenant } = merchant;
  const { endpoints } = await insist(stage, () => worker.gateway.webhooks.listEndpoints(CALL, { tenant }));
  const [endpoint] = endpoints;
  if (endpoint === undefined) throw new Error('the merchant has no endpoint');
  return endpoint.id;
}

async function setStatus(stage: FaultStage, status: 'ACTIVE' | 'INACTIVE'): Promise<void> {
  const { worker, merchant } = stage;
  const request = { tenant: merchant.tenant, id: await ownEndpoint(stage), status };
  await insist(stage, () => worker.gateway.webhooks.updateEndpoint(CALL, request));
}

/** A charge is paid while the merchant takes no events. */
export async function paidWhileInactive(stage: FaultStage): Promise<Creation> {
  await setStatus(stage, 'INACTIVE');
  const creation = await createCharge(stage);
  await pay(stage, creation);
  await untilPublished(stage, creation, 'charge.paid');
  return creation;
}

/** The merchant takes events again, and has everything sent that was not delivered. */
export async function replay(stage: FaultStage): Promise<void> {
  const { worker, merchant } = stage;
  const { tenant } = merchant;
  await setStatus(stage, 'ACTIVE');
  const request = {
    tenant,
    endpointId: await ownEndpoint(stage),
    sinceMs: 0,
    events: [],
    only: 'UNDELIVERED' as const,
  };
  const replayId = newId('replay');
  const isBegun = (): Promise<boolean> =>
    insist(stage, () => worker.gateway.webhooks.replayEvents(CALL, { ...request, replayId })).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal && error.more.reason === 'replay_in_progress') return false;
        // Another flow of the merchant has closed the endpoint once more; it is the one that replays.
        if (error instanceof Refusal && error.more.reason === 'endpoint_not_active') return true;
        throw error;
      },
    );
  await reachStored(worker, 'a replay may begin', isBegun);
}
