import test from 'ava';
import { orderContract } from './order-contract-suite.ts';
import { simulatedAcquirer } from './simulated-acquirer.ts';

const acquirer = await simulatedAcquirer();
test.after.always('the acquirer closes', acquirer.stop);

orderContract(acquirer);
