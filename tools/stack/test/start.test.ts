import test from 'ava';
import { newcomer } from './newcomer.ts';
import { temporaryFolder } from './temporary.ts';

test('a newcomer starts, creates and pays with the printed commands, stops, and finds the same keys again', (t) =>
  newcomer(t, 'native', temporaryFolder(t)));
