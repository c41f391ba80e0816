import type { Connection } from 'mongoose';
import { ledgerModels, prepareCollections } from './models.ts';

/** Every collection and index of the ledger. */
export const makeIndexes = (connection: Connection): Promise<void> => prepareCollections(ledgerModels(connection));
