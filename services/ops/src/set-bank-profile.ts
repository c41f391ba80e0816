import { readSecret } from './read-secret.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

export type SetBankProfile = {
  readonly id: string;
  readonly mode: 'test' | 'live';
  readonly baseUrl: string;
  readonly basePath: string;
  readonly tokenPath: string;
  readonly clientId: string;
  readonly pixKey: string;
  readonly providerFeeFixed: number;
  readonly providerFeeBasisPoints: number;
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly payerQuery?: true;
  readonly pixOutPath?: string;
  readonly acquirerPath?: string;
  readonly pixOutFee: number;
  readonly simulator?: true;
};

/** `ops bank-profile set`: makes a profile or replaces it. */
export async function setBankProfile(options: SetBankProfile, terminal: Terminal): Promise<ExitCode> {
  const { mode, simulator = false, payerQuery = false, ...profile } = options;
  const clientSecret = await readSecret('BANK_CLIENT_SECRET', terminal);
  await withClient({ service: 'charge', env: terminal.env }, ({ client, call }) =>
    client.setBankProfile(call, { ...profile, livemode: mode === 'live', simulator, payerQuery, clientSecret }),
  );
  terminal.out(`Bank profile ${profile.id} is set for ${mode} charges.\n`);
  return EXIT.done;
}
