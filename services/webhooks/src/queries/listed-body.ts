import { isUnavailable, type Tenant } from '@gx/core';
import type { Logger } from '@gx/runtime';
import { partsOfStored } from '../domain/stored-body.ts';
import type { OpenBody } from '../peers/persons.ts';

/**
 * A body as one of a list: one that its holder does not open holds up none of the others, and is shown with
 * the nulls that it is stored with. Read alone it is refused.
 */
export const listedBodies =
  (openBody: OpenBody, log: Pick<Logger, 'error'>): OpenBody =>
  async (tenant: Tenant, stored: string): Promise<string> => {
    try {
      return await openBody(tenant, stored);
    } catch (err) {
      if (isUnavailable(err)) throw err;
      const { body, hidden } = partsOfStored(stored);
      log.error(
        { alarm: 'body_unreadable', key_id: hidden?.keyId, err },
        'a body is not opened by who holds its key; a list shows nothing of its person',
      );
      return body;
    }
  };
