import type { BankProfileStanding } from '@gx/contracts/charge';
import { isoMillis } from '@gx/core';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

/** `ops bank-profile list`: every profile, which of them takes new charges, and which is retired. */
export async function listBankProfiles({ json }: { readonly json?: true }, terminal: Terminal): Promise<ExitCode> {
  const { profiles } = await withClient({ service: 'charge', env: terminal.env }, ({ client, call }) =>
    client.describeBankProfiles(call, {}),
  );
  const rows = profiles.map(bankProfileRow);
  terminal.out(json ? `${JSON.stringify(rows)}\n` : bankProfileTable(rows));
  return EXIT.done;
}

export type BankProfileRow = ReturnType<typeof bankProfileRow>;

export const bankProfileRow = (each: BankProfileStanding) => ({
  profile: each.id,
  mode: each.livemode ? ('live' as const) : ('test' as const),
  simulator: each.simulator,
  baseUrl: each.baseUrl,
  pixKey: each.pixKeyHint,
  otherMethods: each.hasOrders,
  receipts: each.hasReceipts,
  pixOut: pixOutOf(each),
  takesNew: { pix: each.takesPix, otherMethods: each.takesOrders },
  activatedAt: isoMillis(new Date(each.activatedAtMs)),
  certificateEndsAt: each.certificateEndsAtMs === undefined ? null : isoMillis(new Date(each.certificateEndsAtMs)),
  retired: act(each.retired),
  restored: act(each.restored),
});

const act = (done: BankProfileStanding['retired']) =>
  done == null ? null : { at: isoMillis(new Date(done.atMs)), by: done.by };

function pixOutOf({ pixOutDestinations, hasKeyOwners: keyOwners, pixOutOneAtATime: oneAtATime }: BankProfileStanding) {
  return pixOutDestinations.length === 0 ? null : { destinations: pixOutDestinations, keyOwners, oneAtATime };
}

/** Whom it sends Pix to, and what is special about that. */
function pixOutCell({ pixOut }: BankProfileRow): string {
  if (pixOut === null) return NONE;
  const { destinations, keyOwners, oneAtATime } = pixOut;
  const notes = [...(keyOwners ? ['names owners'] : []), ...(oneAtATime ? ['one at a time'] : [])];
  return [destinations.join(', '), ...notes].join('; ');
}

const HEADINGS = [
  ...['PROFILE', 'MODE', 'ADDRESS', 'PIX KEY', 'RECEIPTS', 'PIX OUT'],
  ...['NEW CHARGES', 'ACTIVATED', 'OUR CERTIFICATE ENDS', 'RETIRED'],
];

/** The profiles as an operator reads them, and whose new charges nobody takes. */
export function bankProfileTable(rows: readonly BankProfileRow[]): string {
  if (rows.length === 0) return 'There is no bank profile.\n';
  const cells = rows.map((row) => [
    row.profile,
    row.mode,
    row.baseUrl,
    row.pixKey,
    row.receipts ? 'yes' : 'no',
    pixOutCell(row),
    newChargesOf(row),
    row.activatedAt,
    row.certificateEndsAt ?? '-',
    row.retired === null ? '-' : `${row.retired.at} by ${row.retired.by}`,
  ]);
  const refused = (['live', 'test'] as const).filter((mode) => {
    const own = rows.filter((row) => row.mode === mode);
    return own.length > 0 && own.every((row) => newChargesOf(row) === NONE);
  });
  const warnings = refused.map((mode) => `No profile takes new ${mode} charges: they are refused.\n`);
  return `${textTable(HEADINGS, cells)}\n${warnings.join('')}`;
}

const NONE = 'none';

function newChargesOf({ takesNew: { pix, otherMethods } }: BankProfileRow): string {
  const methods = [...(pix ? ['Pix'] : []), ...(otherMethods ? ['other methods'] : [])];
  return methods.length === 0 ? NONE : methods.join(', ');
}
