import { openApi } from '../../services/gateway/src/contract/openapi.ts';
import { CHAPTERS } from '../../services/gateway/src/routes/table.ts';

/** The contract as a file, so that a change of it is seen in review; the gateway serves the same. */
export const openApiPage = (): string => `${JSON.stringify(openApi(CHAPTERS), null, 2)}\n`;
