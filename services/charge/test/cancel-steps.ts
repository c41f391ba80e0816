import { Refusal } from '@gx/core';
import { CALL, type created, type Replica } from './rig.ts';

type TestCharge = Awaited<ReturnType<typeof created>>;
/** What a bank shows of a charge that we removed. */
export const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

/** Cancels, and answers what became of it: the charge, or the refusal. */
export async function cancel({ rpc }: Pick<Replica, 'rpc'>, { tenant, id }: Pick<TestCharge, 'tenant' | 'id'>) {
  return rpc.cancelCharge(CALL, { tenant, id }).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
}
type Answer = Awaited<ReturnType<typeof cancel>>;
export const outcomeOf = (answer: Answer): string =>
  answer instanceof Refusal ? `${answer.code} ${answer.more.reason ?? ''}`.trim() : answer.status;
export const NOT_CANCELLABLE = 'unprocessable_entity charge_not_cancellable';
