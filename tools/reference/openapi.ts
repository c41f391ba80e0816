import { openApi } from '../../services/gateway/src/contract/openapi.ts';
import type { AsyncApi } from '../../services/gateway/src/contract/webhooks.ts';
import { CHAPTERS } from '../../services/gateway/src/routes/table.ts';
import { asyncApiPage } from './asyncapi.ts';

export const contract = () => openApi(CHAPTERS, JSON.parse(asyncApiPage()) as AsyncApi);

/** The contract as a file, so that a change of it is seen in review; the gateway serves the same. */
export const openApiPage = (): string => `${JSON.stringify(contract(), null, 2)}\n`;
