import test from 'ava';
import { adapterContract } from './contract-suite.ts';
import { simulatedBank } from './simulated-bank.ts';

const bank = await simulatedBank();
test.after.always('the bank closes', bank.stop);

adapterContract(bank);
