import { findChromium } from '@gx/stack';
import { type Browser, chromium } from 'playwright-core';

/**
 * A real Chromium: the machine's own, else one from the registry (tools/stack). Without one the tests fail
 * and say what to install.
 */
export async function startBrowser(): Promise<Browser> {
  const source = await findChromium();
  if (!source.ok) throw new Error(`no browser; looked for ${source.lookedFor.join(', ')}`);
  const { executable, env } = await source.get();
  return chromium.launch({
    executablePath: executable,
    env: { ...process.env, ...env } as Record<string, string>,
    // Containers have no user namespaces to build a sandbox of; the only pages opened are ours.
    args: ['--no-sandbox'],
  });
}
