import { cents } from '@gx/core';
import { until } from '@gx/testkit';
import type { PixOutDestination, ProviderPixOut } from '../../src/index.ts';
import { newId, type PreparedCase } from './rule.ts';

export const AMOUNT = cents(1234);
export const MARIA = 'maria@example.com';

/** One Pix to send, not yet sent. */
export type PreparedPixOut = ReturnType<typeof sentPix>;

export function sentPix(
  it: PreparedCase,
  destination: PixOutDestination = { kind: 'key', key: MARIA },
  amount = AMOUNT,
) {
  const id = newId();
  const { kind } = destination;
  const body = it.provider.pixOutRequest({ amount, destination, text: 'Reembolso' });
  const request = { id, kind, body };
  return {
    ...request,
    send: () => it.provider.sendPix(request),
    get: () => it.provider.getSentPix(id),
  };
}

/** What the bank shows of it once it is final. */
export const ended = ({ get }: PreparedPixOut): Promise<ProviderPixOut> =>
  until('it ends', async () => {
    const now = await get();
    return now.kind === 'done' && now.value !== null && now.value;
  });

/** What callbacks have said of sent Pix. */
export const reported = (it: PreparedCase): readonly ProviderPixOut[] =>
  it.callbacks
    .flatMap((body) => it.provider.parseCallback(body))
    .flatMap((element) => (element.kind === 'pix_out' ? [element.pixOut] : []));
