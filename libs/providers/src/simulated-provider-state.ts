import type { Cents, EndToEndId } from '@gx/core';
import { z } from 'zod';

/** What the simulated bank has written down about one charge. */
export type SimulatedProviderState = {
  readonly txid: string;
  readonly status: string | null;
  readonly pix: readonly {
    readonly endToEndId: EndToEndId;
    readonly amount: Cents;
    readonly receivedAt: Date;
    readonly devolutions: readonly {
      readonly id: string;
      readonly amount: Cents;
      readonly status: string;
      readonly reason: string | null;
    }[];
  }[];
};

export type Sum = { readonly count: number; readonly amount: number };
/**
 * All money of one client of the bank, by what became of it; `available` is `balance` less what is on its way
 * out.
 */
export type AccountBooks = {
  readonly received: Sum;
  readonly returned: Readonly<Record<'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO', Sum>>;
  readonly sent: Readonly<Record<'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO', Sum>>;
  readonly balance: number;
  readonly available: number;
};

/** A Pix that a client sent; `history` holds every final state it was ever reported in. */
export type SentPixBooks = {
  readonly id: string;
  readonly endToEndId: EndToEndId;
  readonly amount: Cents;
  readonly destinationKey: string;
  readonly status: string;
  readonly code: string | null;
  readonly reason: string | null;
  readonly history: readonly { readonly status: string; readonly at: Date }[];
};

export const CENTAVOS = z.int().min(0) as unknown as z.ZodType<Cents>;
const INSTANT = z.iso.datetime().transform((text) => new Date(text));
/** As the books write it. */
export const END_TO_END_ID = z.string() as unknown as z.ZodType<EndToEndId>;

const DEVOLUTION = z.object({ id: z.string(), amount: CENTAVOS, status: z.string(), reason: z.string().nullable() });
const PIX = z
  .object({
    end_to_end_id: END_TO_END_ID,
    amount: CENTAVOS,
    received_at: INSTANT,
    devolutions: z.array(DEVOLUTION),
  })
  .transform(({ end_to_end_id, received_at, ...rest }) => ({
    ...rest,
    endToEndId: end_to_end_id,
    receivedAt: received_at,
  }));
/** `GET /sim/charges/{txid}`. */
export const BOOKS: z.ZodType<SimulatedProviderState> = z.object({
  txid: z.string(),
  status: z.string().nullable(),
  pix: z.array(PIX),
});

const SUM = z.object({ count: z.int().min(0), amount: z.int().min(0) });
/** `GET /sim/clients/{id}/books`. */
export const ACCOUNT_BOOKS: z.ZodType<AccountBooks> = z.object({
  received: SUM,
  returned: z.object({ EM_PROCESSAMENTO: SUM, DEVOLVIDO: SUM, NAO_REALIZADO: SUM }),
  sent: z.object({ EM_PROCESSAMENTO: SUM, REALIZADO: SUM, NAO_REALIZADO: SUM }),
  balance: z.int(),
  available: z.int(),
});

/** `GET /sim/pix-out/{idEnvio}`. */
export const SENT_PIX_BOOKS: z.ZodType<SentPixBooks> = z
  .object({
    id_envio: z.string(),
    end_to_end_id: END_TO_END_ID,
    amount: CENTAVOS,
    destination_key: z.string(),
    status: z.string(),
    code: z.string().nullable(),
    reason: z.string().nullable(),
    history: z.array(z.object({ status: z.string(), at: INSTANT })),
  })
  .transform(({ id_envio, end_to_end_id, destination_key, ...rest }) => ({
    ...rest,
    id: id_envio,
    endToEndId: end_to_end_id,
    destinationKey: destination_key,
  }));
