import { type Command, Option } from 'commander';
import { closeDispute } from './close-dispute.ts';
import { BY_OPTION, environmentOf, JSON_OPTION, LIMIT_OPTION, type Run, time, wholeNumber } from './command-options.ts';
import { confirmDisputeAnswer } from './confirm-dispute-answer.ts';
import { listDisputes } from './list-disputes.ts';
import { openDispute } from './open-dispute.ts';
import { readEvidence } from './read-evidence.ts';

const ENVIRONMENT = environmentOf('CHARGE_ADDRESS');

/** Cases of banks that report none by themselves, and answers that no API takes (decisions, section 9). */
export function addDisputes(ops: Command, run: Run): void {
  const disputes = ops.command('dispute').description('What payers contest at their banks');
  disputes
    .command('list')
    .description('Show open disputes, the evidence that is due first first. Amounts in the smallest unit.')
    .option(...LIMIT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', ENVIRONMENT)
    .action((options) => run(listDisputes, options));
  disputes
    .command('open')
    .description('Set a contested Pix aside, as its bank wrote. Opened again, it is the same case.')
    .argument('<charge>', 'its id')
    .requiredOption(...BY_OPTION)
    .addOption(
      new Option('--reason <reason>', 'what the bank says').choices(['fraud', 'operational']).makeOptionMandatory(),
    )
    .option('--amount <centavos>', 'what is contested; without it all that is left of the payment', wholeNumber)
    .option('--provider-id <number>', 'the bank’s number of the case; without it a charge has one')
    .option('--evidence-due-by <time>', 'until when the bank takes evidence; without it a week from now', time)
    .addHelpText('after', ENVIRONMENT)
    .action((charge, options) => run(openDispute, { charge, ...options }));
  disputes
    .command('close')
    .description('End a dispute as its bank decided it. A Pix that was lost is paid by its devolution alone.')
    .argument('<dispute>', 'its id')
    .requiredOption(...BY_OPTION)
    .addOption(new Option('--outcome <outcome>', 'for whom').choices(['won', 'lost']).makeOptionMandatory())
    .addHelpText('after', ENVIRONMENT)
    .action((dispute, options) => run(closeDispute, { dispute, ...options }));
  disputes
    .command('evidence')
    .description('Write what a merchant handed in to a file, for a bank without an API. Personal data.')
    .argument('<dispute>', 'its id')
    .argument('<evidence>', 'its number, as `dispute list --json` shows it')
    .option('--file <n>', 'which of its files, from 0; without it the text', wholeNumber)
    .requiredOption('--to <path>', 'a file that does not exist yet')
    .addHelpText('after', ENVIRONMENT)
    .action((dispute, evidence, options) => run(readEvidence, { dispute, evidence, ...options }));
  disputes
    .command('answered')
    .description('Say that the answer of a merchant was brought to the bank.')
    .argument('<dispute>', 'its id')
    .requiredOption(...BY_OPTION)
    .addHelpText('after', ENVIRONMENT)
    .action((dispute, options) => run(confirmDisputeAnswer, { dispute, ...options }));
}
