import type { Command } from 'commander';
import { environmentOf, JSON_OPTION, LIMIT_OPTION, type Run } from './command-options.ts';
import { decideReview } from './decide-review.ts';
import { listReturns } from './list-returns.ts';
import { listReviews } from './list-reviews.ts';
import { retryReturn } from './retry-return.ts';
import { settleReturn } from './settle-return.ts';

export function addReviews(ops: Command, run: Run): void {
  const reviews = ops.command('review').description('Money that is held because nobody knows who paid');
  reviews
    .command('list')
    .description('Show what is held, the longest held first. Amounts in the smallest unit; nobody is named.')
    .option(...LIMIT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
    .action((options) => run(listReviews, options));
  const decisions = {
    approve: ['APPROVE', 'Accept the money of a charge: it goes to the merchant.'],
    reject: ['REJECT', 'Return the money of a charge: all of it goes back to its payer.'],
  } as const;
  for (const [name, [verdict, description]] of Object.entries(decisions))
    reviews
      .command(name)
      .description(description)
      .argument('<charge>', 'its id')
      .requiredOption('--by <name>', 'who decided, for the record')
      .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
      .action((charge, { by }) => run(decideReview, { charge, verdict, by }));
}

export function addReturns(ops: Command, run: Run): void {
  const returns = ops.command('return').description('Money that has to go back and that no bank took');
  returns
    .command('list')
    .description('Show returns that failed for good, the oldest first. Amounts in the smallest unit.')
    .option(...LIMIT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('REFUND_ADDRESS'))
    .action((options) => run(listReturns, options));
  returns
    .command('retry')
    .description('Ask the bank once more, under a new id there.')
    .argument('<return>', 'its id')
    .addHelpText('after', environmentOf('REFUND_ADDRESS'))
    .action((id) => run(retryReturn, id));
  returns
    .command('settle')
    .description(
      'Say that the money of a failed return went back by hand, by a way that no bank shows us: not for a Pix.',
    )
    .argument('<return>', 'its id')
    .requiredOption('--by <name>', 'who sent it back, for the record')
    .requiredOption('--note <text>', 'how, for the record: the reference of the transfer')
    .addHelpText('after', environmentOf('REFUND_ADDRESS'))
    .action((id, options) => run(settleReturn, { id, ...options }));
}
