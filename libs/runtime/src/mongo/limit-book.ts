import type { Tenant } from '@gx/core';

/** What a claim adds to one total of its tenant. */
export type LimitShare = {
  /** The total, its period in its name: `refund_count_per_day:2026-11-29`. */
  readonly total: string;
  readonly by: number;
  /** Above which nothing more is added. Absent: counted all the same, for a limit that is set later. */
  readonly max?: number | undefined;
  /** Added once, however many claims name it: a destination of the day. */
  readonly once?: string;
};
/** What two claims have in common that are probably one by mistake. */
export type LimitLikeness = {
  readonly name: string;
  readonly at: Date;
  /** Refused where another claim of this name was made after that and stands. Absent: let in all the same. */
  readonly notSince?: Date;
};
/** Who claims: `id` is of what the claim is made for, the same at every repetition. */
export type LimitClaimant = {
  readonly tenant: Tenant;
  readonly id: string;
  /** Nobody asks for this claim or its totals any more after that. */
  readonly until: Date;
};
export type LimitClaimResult =
  /** Now, or by an earlier call. */
  | { readonly kind: 'claimed' }
  /** It was given back before: it is never claimed again. */
  | { readonly kind: 'released' }
  /** Nothing of it was added: this total would be above its maximum. */
  | { readonly kind: 'exceeded'; readonly total: string };
/** `alike`: nothing of it was added, a claim like it stands. */
export type UnlikeClaimResult = LimitClaimResult | { readonly kind: 'alike' };

/** One step of a batch: all of them are of one tenant. */
export type LimitStep =
  | {
      readonly kind: 'claim';
      readonly claimant: LimitClaimant;
      readonly shares: readonly LimitShare[];
      readonly like?: LimitLikeness;
    }
  | { readonly kind: 'release'; readonly claimant: LimitClaimant }
  | { readonly kind: 'reduce'; readonly claimant: LimitClaimant; readonly total: string };

type Share = Omit<LimitShare, 'max'>;
export type StandingClaim = {
  readonly shares: readonly Share[];
  readonly isReleased: boolean;
  readonly like?: Omit<LimitLikeness, 'notSince'>;
};
/** What has to be written: claims as they stand then, and what is added to totals. */
export type LimitWrites = {
  readonly claims: ReadonlyMap<string, StandingClaim & { readonly until: Date }>;
  readonly totals: ReadonlyMap<string, { readonly by: number; readonly until: Date }>;
};

/** The name under which it is counted how many claims name a thing that is added once. */
const onceName = (total: string, once: string): string => `${total}:${once}`;
/** Every total that these shares read or add to. */
export function totalsOf(shares: readonly Share[]): string[] {
  return shares.flatMap(({ total, once }) => (once === undefined ? [total] : [total, onceName(total, once)]));
}

/**
 * The claims and totals of a tenant that a batch is about, as they were read; each step is decided on what the
 * ones before it left.
 */
export class LimitBook {
  readonly #claims: Map<string, StandingClaim>;
  readonly #totals: Map<string, number>;
  /** By the name of a likeness, when the last claim of it was made that stands. */
  readonly #likes: Map<string, Date>;
  readonly #writtenClaims = new Map<string, StandingClaim & { readonly until: Date }>();
  readonly #added = new Map<string, { by: number; until: Date }>();

  constructor(
    claims: ReadonlyMap<string, StandingClaim>,
    totals: ReadonlyMap<string, number>,
    likes: ReadonlyMap<string, Date>,
  ) {
    this.#claims = new Map(claims);
    this.#totals = new Map(totals);
    this.#likes = new Map(likes);
  }

  get writes(): LimitWrites {
    return { claims: this.#writtenClaims, totals: this.#added };
  }

  apply(step: LimitStep): UnlikeClaimResult {
    switch (step.kind) {
      case 'claim':
        return this.#claim(step);
      case 'release':
        return this.#release(step.claimant);
      case 'reduce':
        return this.#reduce(step.claimant, step.total);
    }
  }

  #claim({ claimant, shares, like }: Extract<LimitStep, { kind: 'claim' }>): UnlikeClaimResult {
    const standing = this.#claims.get(claimant.id);
    if (standing !== undefined) return { kind: standing.isReleased ? 'released' : 'claimed' };
    if (like?.notSince !== undefined && (this.#likes.get(like.name)?.getTime() ?? 0) > like.notSince.getTime())
      return { kind: 'alike' };
    const exceeded = this.#exceeded(shares);
    if (exceeded !== undefined) return { kind: 'exceeded', total: exceeded };
    for (const share of shares) this.#add(share, 1, claimant.until);
    const added = shares.map(({ max: _max, ...share }) => share);
    const named = like === undefined ? {} : { like: { name: like.name, at: like.at } };
    this.#write(claimant, { shares: added, isReleased: false, ...named });
    if (like !== undefined) this.#likes.set(like.name, like.at);
    return { kind: 'claimed' };
  }

  #release(claimant: LimitClaimant): LimitClaimResult {
    const standing = this.#claims.get(claimant.id);
    if (standing?.isReleased !== true) {
      for (const share of standing?.shares ?? []) this.#add(share, -1, claimant.until);
      this.#write(claimant, { shares: [], isReleased: true });
    }
    return { kind: 'released' };
  }

  #reduce(claimant: LimitClaimant, total: string): LimitClaimResult {
    const standing = this.#claims.get(claimant.id);
    if (standing === undefined || standing.isReleased) return { kind: 'released' };
    const given = standing.shares.filter((share) => share.total === total);
    if (given.length === 0) return { kind: 'claimed' };
    for (const share of given) this.#add(share, -1, claimant.until);
    this.#write(claimant, { ...standing, shares: standing.shares.filter((share) => share.total !== total) });
    return { kind: 'claimed' };
  }

  /** The first total that would be above its maximum, counting what the shares before it add. */
  #exceeded(shares: readonly LimitShare[]): string | undefined {
    const sums = new Map<string, number>();
    for (const { total, by, once, max = Number.POSITIVE_INFINITY } of shares) {
      if (once !== undefined && this.#sum(onceName(total, once)) > 0) continue;
      const sum = (sums.get(total) ?? this.#sum(total)) + by;
      if (sum > max) return total;
      sums.set(total, sum);
    }
    return undefined;
  }

  #add({ total, by, once }: Share, sign: 1 | -1, until: Date): void {
    if (once !== undefined) {
      const name = onceName(total, once);
      const isNamedByOthers = this.#sum(name) > (sign === 1 ? 0 : 1);
      this.#change(name, sign, until);
      if (isNamedByOthers) return;
    }
    this.#change(total, sign * by, until);
  }

  #sum(name: string): number {
    return this.#totals.get(name) ?? 0;
  }

  #change(name: string, by: number, until: Date): void {
    this.#totals.set(name, this.#sum(name) + by);
    const added = this.#added.get(name) ?? { by: 0, until };
    this.#added.set(name, { by: added.by + by, until: added.until > until ? added.until : until });
  }

  #write({ id, until }: LimitClaimant, claim: StandingClaim): void {
    this.#claims.set(id, claim);
    this.#writtenClaims.set(id, { ...claim, until });
  }
}
