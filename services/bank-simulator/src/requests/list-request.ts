import { isoMillis, parseTimestamp } from '@gx/core';
import type { ListPage } from '../domain/page.ts';
import { type BrokenRule, Problem, type ProblemType } from '../domain/problem.ts';
import type { CobFilter } from '../store/cobs.ts';
import type { InfractionFilter } from '../store/infractions.ts';
import type { ChangeWindow } from '../store/orders.ts';
import type { PixFilter } from '../store/pix.ts';

const PAGE_SIZE_MAX = 1000;

/**
 * Reads the parameters of a list, collects every violation, and keeps what it read to be echoed in
 * `parametros`.
 */
class Parameters {
  readonly echo: Record<string, unknown> = {};
  readonly #query: URLSearchParams;
  readonly #violations: BrokenRule[] = [];

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  instant(name: 'inicio' | 'fim'): Date {
    const raw = this.#query.get(name);
    const parsed = raw !== null && /[T ]/.test(raw) ? parseTimestamp(raw) : undefined;
    if (parsed === undefined) this.violate(name, 'não respeita o schema.');
    else this.echo[name] = raw;
    return parsed ?? new Date(0);
  }

  matching(name: string, pattern: RegExp): string | undefined {
    const raw = this.#query.get(name);
    if (raw === null) return undefined;
    if (!pattern.test(raw)) this.violate(name, 'não respeita o schema.');
    this.echo[name] = raw;
    return raw;
  }

  flag(name: string): boolean | undefined {
    const raw = this.#query.get(name);
    if (raw === null) return undefined;
    if (raw !== 'true' && raw !== 'false') this.violate(name, 'não respeita o schema.');
    this.echo[name] = raw === 'true';
    return raw === 'true';
  }

  window(): { from: Date; until: Date } {
    const from = this.instant('inicio');
    const until = this.instant('fim');
    if (until < from) this.violate('fim', 'é anterior ao parâmetro inicio.');
    return { from, until };
  }

  taxId(): PixFilter['payer'] {
    const cpf = this.matching('cpf', /^\d{11}$/);
    const cnpj = this.matching('cnpj', /^[0-9A-Z]{14}$/);
    if (cpf !== undefined && cnpj !== undefined) this.violate('cpf', 'e o parâmetro cnpj estão preenchidos.');
    if (cpf !== undefined) return { kind: 'cpf', value: cpf };
    return cnpj === undefined ? undefined : { kind: 'cnpj', value: cnpj };
  }

  page(): ListPage {
    const index = this.#count('paginacao.paginaAtual', 0, { min: 0, max: 1_000_000 });
    return { index, size: this.#count('paginacao.itensPorPagina', 100, { min: 1, max: PAGE_SIZE_MAX }) };
  }

  violate(propriedade: string, rest: string): void {
    this.#violations.push({ propriedade, razao: `o parâmetro ${propriedade} ${rest}` });
  }

  end(type: ProblemType): void {
    if (this.#violations.length > 0) throw new Problem(type, this.#violations);
  }

  #count(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    const raw = this.#query.get(name);
    if (raw === null) return fallback;
    const value = Number(raw);
    if (/^-?\d+$/.test(raw) && value >= min && value <= max) return value;
    this.violate(name, /^-\d+$/.test(raw) ? 'é negativo.' : 'não respeita o schema.');
    return fallback;
  }
}

export type ListRequest<F> = {
  readonly filter: F;
  readonly page: ListPage;
  readonly echo: Readonly<Record<string, unknown>>;
};

/** `GET /cob`: window by creation, debtor, status (yaml, `/cob` get). */
export function readCobList(query: URLSearchParams): ListRequest<CobFilter> {
  const parameters = new Parameters(query);
  const filter = {
    ...parameters.window(),
    debtor: parameters.taxId(),
    status: parameters.matching('status', /^[A-Z_]{1,40}$/),
    locationPresent: parameters.flag('locationPresente'),
  };
  const page = parameters.page();
  parameters.end('CobConsultaInvalida');
  return { filter, page, echo: parameters.echo };
}

/** `GET /pix`: window by receipt, txid, presence of txid and devolution, payer (yaml, `/pix` get). */
export function readPixList(query: URLSearchParams, now: Date): ListRequest<PixFilter> {
  const parameters = new Parameters(query);
  const filter = {
    ...parameters.window(),
    now,
    txid: parameters.matching('txid', /^[a-zA-Z0-9]{1,35}$/),
    txidPresent: parameters.flag('txIdPresente'),
    devolutionPresent: parameters.flag('devolucaoPresente'),
    payer: parameters.taxId(),
  };
  const page = parameters.page();
  parameters.end('PixConsultaInvalida');
  return { filter, page, echo: parameters.echo };
}

/** `GET /gn/infracoes`: window by opening, the report, its Pix, its status (Efí). */
export function readInfractionList(query: URLSearchParams): ListRequest<InfractionFilter> {
  const parameters = new Parameters(query);
  const filter = {
    ...parameters.window(),
    id: parameters.matching('idInfracao', /^[a-zA-Z0-9-]{1,36}$/),
    endToEndId: parameters.matching('endToEndId', /^[a-zA-Z0-9]{1,40}$/),
    status: parameters.matching('status', /^[A-Z_]{1,40}$/),
  };
  const page = parameters.page();
  parameters.end('RequisicaoInvalida');
  return { filter, page, echo: parameters.echo };
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([a-zA-Z0-9]{1,40})$/;

/** Where a page of changes ended. */
export const cursorOf = ({ updatedAt, reference }: { readonly updatedAt: Date; readonly reference: string }): string =>
  `${isoMillis(updatedAt)}~${reference}`;

/** What changed of the acquirer's orders: `inicio`, `fim`, and `depois`, the cursor of the page before. */
export function readChangeList(query: URLSearchParams): ChangeWindow {
  const parameters = new Parameters(query);
  const window = parameters.window();
  const { size } = parameters.page();
  const [, at, reference] = CURSOR.exec(parameters.matching('depois', CURSOR) ?? '') ?? [];
  parameters.end('OrderListInvalid');
  const after = at === undefined || reference === undefined ? undefined : { at: new Date(at), reference };
  return { ...window, after, size };
}

/** `?revisao=`: a count from 0; undefined when it is not asked for. */
export function readRevision(query: URLSearchParams): number | undefined {
  const raw = query.get('revisao');
  if (raw === null) return undefined;
  if (/^\d{1,9}$/.test(raw)) return Number(raw);
  throw new Problem('CobConsultaInvalida', [
    { razao: 'o parâmetro revisao não respeita o schema.', propriedade: 'revisao' },
  ]);
}
