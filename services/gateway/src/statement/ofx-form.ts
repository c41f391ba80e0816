import type { PublicTransactionType } from '@gx/contracts';
import { zoneOffset } from './days.ts';
import type { StatementForm, StatementHead } from './statement.ts';

/** What a line is to who imports it (OFX 2.2, section 11.4.4.3), where its sign does not say it. */
const KINDS: Readonly<Partial<Record<PublicTransactionType, string>>> = { refund_fee: 'SRVCHG', payout_fee: 'SRVCHG' };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A moment as the zone has it, with how far that is from UTC in hours (OFX 2.2, section 3.2.8.2). */
function clockOf(tz: string): (at: number) => string {
  const minutesAt = zoneOffset(tz);
  return (at) => {
    const minutes = minutesAt(at);
    const digits = new Date(at + minutes * 60_000).toISOString().replaceAll(/[-:TZ]/g, '');
    return `${digits}[${minutes / 60}]`;
  };
}

const element = (name: string, ...inside: readonly (string | number)[]): string =>
  `<${name}>${inside.join('')}</${name}>`;

const OK = element('STATUS', element('CODE', 0), element('SEVERITY', 'INFO'));
const HEADER = [
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
  '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
  '',
].join('\n');

/** An account id of OFX has 22 characters at most: as many as the bytes of ours need. */
const accountOf = ({ accountId, livemode, currency }: StatementHead): string =>
  element(
    'BANKACCTFROM',
    element('BANKID', livemode ? 'GXLIVE' : 'GXTEST'),
    element('BRANCHID', currency),
    element('ACCTID', Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url')),
    element('ACCTTYPE', 'CHECKING'),
  );

/** Integers in the smallest unit, as everywhere in this interface (decisions, section 8). */
const ofxAmount = (cents: number): string => String(cents);

/**
 * A bank statement that GnuCash imports. `TRNAMT` is the net, so that the lines sum to what the balance
 * changed by.
 */
export const OFX_FORM: StatementForm = {
  contentType: 'application/x-ofx',
  extension: 'ofx',
  write: (head) => {
    const time = clockOf(head.tz);
    // The last moment of the period stands for now: a statement says nothing of when it was made.
    const end = time(head.endMs - 1);
    const signOn = element('SONRS', OK, element('DTSERVER', end), element('LANGUAGE', 'ENG'));
    return {
      begin: [
        HEADER,
        `<OFX>${element('SIGNONMSGSRSV1', signOn)}<BANKMSGSRSV1><STMTTRNRS>${element('TRNUID', 0)}${OK}<STMTRS>`,
        element('CURDEF', head.currency),
        accountOf(head),
        `<BANKTRANLIST>${element('DTSTART', time(head.fromMs))}${element('DTEND', end)}\n`,
      ].join(''),
      line: ({ id, type, net, source, description, created_at, available_at }) =>
        `${element(
          'STMTTRN',
          element('TRNTYPE', KINDS[type] ?? (net < 0 ? 'DEBIT' : net > 0 ? 'CREDIT' : 'OTHER')),
          element('DTPOSTED', time(Date.parse(created_at))),
          element('DTAVAIL', time(Date.parse(available_at))),
          element('TRNAMT', ofxAmount(net)),
          element('FITID', id),
          element('NAME', type.replaceAll('_', ' ')),
          element('MEMO', escaped(source === null ? description : `${description}, ${source.id}`)),
        )}\n`,
      between: '',
      end: [
        '</BANKTRANLIST>',
        element('LEDGERBAL', element('BALAMT', ofxAmount(head.closingBalance)), element('DTASOF', end)),
        '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n',
      ].join(''),
    };
  },
};
