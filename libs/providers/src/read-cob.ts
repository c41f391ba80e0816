import { addMillis, type Txid } from '@gx/core';
import { z } from 'zod';
import type { ReadTime } from './bank-time.ts';
import { AMOUNT, instant, LIST, misread, unexpected } from './fields.ts';
import type { Outcome } from './outcome.ts';
import type { PixElement, ProviderCharge, ProviderChargeStatus } from './provider.ts';

/** The document's default when a bank leaves the lifetime out. */
const LIFETIME_SECONDS = 86_400;

const TEXT = z.string().min(1).nullish().catch(null);
const SECONDS = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().positive());

const cobIn = (readTime: ReadTime) =>
  z.object({
    txid: z.string().min(1),
    status: z.string(),
    calendario: z.object({ criacao: instant(readTime), expiracao: SECONDS.nullish() }),
    valor: z.object({ original: AMOUNT }),
    location: TEXT,
    loc: z.object({ location: TEXT }).nullish().catch(null),
    // The code, by the standard's name and by two of banks'.
    pixCopiaECola: TEXT,
    brcode: TEXT,
    textoImagemQRcode: TEXT,
    pix: LIST,
  });

/** The enumeration says REMOVIDA, the prose of the same document REMOVIDO: banks do either. */
const STATUS: Readonly<Record<string, ProviderChargeStatus>> = {
  ATIVA: 'active',
  CONCLUIDA: 'concluded',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'removed_by_receiver',
  REMOVIDO_PELO_USUARIO_RECEBEDOR: 'removed_by_receiver',
  REMOVIDA_PELO_PSP: 'removed_by_bank',
  REMOVIDO_PELO_PSP: 'removed_by_bank',
};

export type CobReader = ReturnType<typeof cobReader>;
export type CobReaders = { readonly readTime: ReadTime; readonly readPix: (raw: unknown) => PixElement };

/**
 * Reads a cob as a bank shows it; one that is not the cob we asked for, or cannot be read, leaves the
 * question open.
 */
export function cobReader({ readTime, readPix }: CobReaders) {
  const form = cobIn(readTime);
  return (raw: unknown, txid: Txid): Outcome<ProviderCharge> => {
    const { success, data, error } = form.safeParse(raw);
    if (!success) return misread(error);
    if (data.txid !== txid) return unexpected('another txid');
    const status = STATUS[data.status] ?? 'unrecognised';
    const { criacao, expiracao } = data.calendario;
    const value: ProviderCharge = {
      txid,
      status,
      amount: data.valor.original,
      createdAt: criacao,
      expiresAt: addMillis(criacao, (expiracao ?? LIFETIME_SECONDS) * 1000),
      brCode: data.pixCopiaECola ?? data.brcode ?? data.textoImagemQRcode ?? null,
      location: (data.location ?? data.loc?.location)?.replace(/^https?:\/\//i, '') ?? null,
      payments: data.pix.map(readPix),
    };
    return { kind: status === 'unrecognised' ? 'pending' : 'done', value };
  };
}
