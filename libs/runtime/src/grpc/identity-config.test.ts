import { identitySettings } from '@gx/testkit';
import test from 'ava';
import { readConfig } from '../config/config.ts';
import { identitySpec } from './identity-config.ts';

const COMPLETE = identitySettings('charge');
for (const [what, env, message] of [
  [
    'nothing',
    {},
    /^GRPC_CERTIFICATE is demanded.*\(missing: GRPC_CERTIFICATE, GRPC_PRIVATE_KEY, GRPC_AUTHORITY\); ALLOW_PLAINTEXT_GRPC=<reason>/,
  ],
  ['no authority', { ...COMPLETE, GRPC_AUTHORITY: '' }, /\(missing: GRPC_AUTHORITY\)/],
  [
    'another service’s certificate',
    identitySettings('keys'),
    /GRPC_CERTIFICATE must name spiffe:\/\/gx\/charge, and names keys/,
  ],
  [
    'a certificate that is none',
    { ...COMPLETE, GRPC_CERTIFICATE: 'x' },
    /GRPC_CERTIFICATE must hold certificates in PEM/,
  ],
  ['a key that is none', { ...COMPLETE, GRPC_PRIVATE_KEY: 'x' }, /GRPC_PRIVATE_KEY must be a private key in PEM/],
  [
    'both certificates and a reason for none',
    { ...COMPLETE, ALLOW_PLAINTEXT_GRPC: 'for no good reason' },
    /one of them has to go, or GRPC_TLS_STEP says/,
  ],
  [
    'a step to TLS without a reason',
    { ...COMPLETE, GRPC_TLS_STEP: 'clients' },
    /GRPC_TLS_STEP do not go together without ALLOW_PLAINTEXT_GRPC, a reason/,
  ],
  [
    'a step to TLS without certificates',
    { ALLOW_PLAINTEXT_GRPC: 'services change to TLS', GRPC_TLS_STEP: 'servers' },
    /do not go together without the others of its kind \(missing: GRPC_CERTIFICATE, GRPC_PRIVATE_KEY, GRPC_AUTHORITY\)/,
  ],
  [
    'a step that is none',
    { ...COMPLETE, ALLOW_PLAINTEXT_GRPC: 'services change to TLS', GRPC_TLS_STEP: 'both' },
    /GRPC_TLS_STEP/,
  ],
] as const)
  test(`${what}: it does not start, and says why`, (t) => {
    t.throws(() => readConfig(env, identitySpec('charge')), { message });
  });
