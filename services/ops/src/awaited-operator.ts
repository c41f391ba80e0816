import type { Charge } from '@gx/contracts/charge';
import { isoMillis, plainLine } from '@gx/core';

type AwaitedOperator = NonNullable<Charge['awaited']>;

/** What an operator reads whose call changed nothing: it takes another one. */
export function awaitedText({ operator, atMs, untilMs, insteadOf }: AwaitedOperator): string {
  const [first, until] = [atMs, untilMs].map((at) => isoMillis(new Date(at)));
  const replaced =
    insteadOf === undefined ? '' : `${plainLine(insteadOf)} had made a call that differs; it counts no more.\n`;
  return `Nothing is changed yet: it takes two operators. Another one has to make the same call before ${until} (first ${plainLine(operator)}, ${first}).\n${replaced}`;
}
