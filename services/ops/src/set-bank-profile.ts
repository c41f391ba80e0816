import { X509Certificate } from 'node:crypto';
import type { SetBankProfileRequest } from '@gx/contracts/charge';
import { awaitedText } from './awaited-operator.ts';
import { givenSecret, readSecret } from './read-secret.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type Certificate = Pick<SetBankProfileRequest, 'certificate' | 'certificateKey' | 'bankAuthority'>;
type Switches = {
  readonly payerQuery?: true;
  readonly simulator?: true;
  readonly use?: true;
  readonly pixOutOneAtATime?: true;
};
type SetBankProfile = Omit<
  SetBankProfileRequest,
  keyof Certificate | keyof Switches | 'livemode' | 'clientSecret' | 'keepPlace' | 'operator'
> &
  Switches & { readonly mode: 'test' | 'live'; readonly by?: string };

/**
 * `ops bank-profile set`: makes a profile or replaces all of it, with the certificate that is given now, or
 * without any.
 */
export async function setBankProfile(options: SetBankProfile, terminal: Terminal): Promise<ExitCode> {
  const { mode, by, simulator = false, payerQuery = false, use = false, ...profile } = options;
  const tls = certificateOf(terminal);
  const clientSecret = await readSecret('BANK_CLIENT_SECRET', terminal);
  const { retired, awaited } = await withClient({ service: 'charge', env: terminal.env }, ({ client, call }) =>
    client.setBankProfile(call, {
      ...profile,
      ...tls,
      livemode: mode === 'live',
      simulator,
      payerQuery,
      clientSecret,
      keepPlace: !use,
      ...(by === undefined ? {} : { operator: by }),
    }),
  );
  if (awaited) {
    terminal.out(awaitedText(awaited));
    return EXIT.done;
  }
  const notes =
    tls.certificate === undefined
      ? 'It shows the bank no certificate.'
      : `It shows the bank a certificate that ends at ${new X509Certificate(tls.certificate).validToDate.toISOString()}.`;
  const stays = retired ? ' It is retired and takes no new ones.' : '';
  terminal.out(`Bank profile ${profile.id} is set for ${mode} charges.${stays} ${notes}\n`);
  return EXIT.done;
}

/** What charge judges is read before the client's secret is waited for on standard input. */
function certificateOf(terminal: Terminal): Certificate {
  const certificate = givenSecret('BANK_CERTIFICATE', terminal);
  const certificateKey = givenSecret('BANK_CERTIFICATE_KEY', terminal);
  const bankAuthority = givenSecret('BANK_AUTHORITY', terminal);
  return {
    ...(certificate === undefined ? {} : { certificate }),
    ...(certificateKey === undefined ? {} : { certificateKey }),
    ...(bankAuthority === undefined ? {} : { bankAuthority }),
  };
}
