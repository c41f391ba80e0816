import { openApi } from '../../services/gateway/src/contract/openapi.ts';
import { publicRoutes } from './routes.ts';

/** The contract as a file, so that a change of it is seen in review; the gateway serves the same. */
export const openApiPage = (): string => `${JSON.stringify(openApi(publicRoutes()), null, 2)}\n`;
