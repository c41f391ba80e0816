import type { ServerResponse } from 'node:http';

/**
 * What a page may do: its own style and script by their nonce, its own pictures and questions, nothing else
 * (CSP level 3).
 */
const policyOf = (nonce: string, hasForm: boolean): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

// biome-ignore format: one row per header, read as a table
const ALWAYS: readonly (readonly [string, string])[] = [
  ['Cache-Control',                'no-store'],
  ['X-Robots-Tag',                 'noindex, nofollow'],
  ['X-Content-Type-Options',       'nosniff'],
  ['X-Frame-Options',              'DENY'],
  // The address opens the page, so no other site learns it.
  ['Referrer-Policy',              'no-referrer'],
  ['Cross-Origin-Opener-Policy',   'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy',           'camera=(), geolocation=(), microphone=(), payment=()'],
];

export function setSecurityHeaders(response: ServerResponse, nonce: string, { hasForm } = { hasForm: false }): void {
  for (const [name, value] of ALWAYS) response.setHeader(name, value);
  response.setHeader('Content-Security-Policy', policyOf(nonce, hasForm));
}
