import { z } from 'zod';
import type { BankAsk } from './bank-caller.ts';
import type { BankReaders } from './bank-readers.ts';
import { replied } from './classify.ts';
import { LIST } from './fields.ts';
import type { InfractionElement, InfractionPort } from './infraction.ts';
import { listPages, PAGING } from './list-pages.ts';
import type { BankProfile } from './profile.ts';
import { ListUnread, notSupported } from './provider.ts';

const NONE = notSupported('this bank lists no infraction reports');
const PAGE = z.object({ parametros: z.object({ paginacao: PAGING }), infracoes: LIST });

type InfractionOptions = { readonly pageSize: number; readonly readers: BankReaders };

/**
 * Infraction reports as Efí has them (`GET /v2/gn/infracoes`, `POST …/{id}/defesa`). In a pool of their own:
 * a bank that cannot show them still takes charges.
 */
export function infractions(
  ask: BankAsk,
  { infractionsPath: path = null }: BankProfile,
  { pageSize, readers: { readInfraction, readTime } }: InfractionOptions,
): InfractionPort {
  const pool = 'infractions';
  return {
    async *listInfractions(window, call): AsyncGenerator<readonly InfractionElement[], void, undefined> {
      if (path === null) throw new ListUnread(NONE);
      const operation = { name: 'listInfractions', path, pool } as const;
      const answered = (request: Parameters<BankAsk>[0]) => ask(request, call);
      for await (const { infracoes } of listPages(answered, PAGE, { operation, ...window, pageSize, readTime }))
        yield infracoes.map(readInfraction);
    },

    defenceRequest: ({ accepts, text }) =>
      JSON.stringify({ analise: accepts ? 'aceito' : 'rejeitado', justificativa: text }),

    async submitDefence({ id, body }, call) {
      if (path === null) return NONE;
      const operation = {
        name: 'submitDefence',
        method: 'POST',
        path: `${path}/${encodeURIComponent(id)}/defesa`,
        body,
        pool,
      } as const;
      return replied(await ask(operation, call), (json) => {
        const read = readInfraction(json);
        return { kind: 'done', value: read.kind === 'infraction' ? read.infraction : null };
      });
    },
  };
}
