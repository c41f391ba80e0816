import { SERVICES } from './releases.ts';
import { coldStarts, idleMemory } from './steps/figures.ts';
import {
  install,
  installEach,
  openShop,
  payOnce,
  policies,
  testRelease,
  uninstall,
  uninstallEach,
} from './steps/install.ts';
import { killEach } from './steps/kill.ts';
import { rollbackAll, rollbackAlone, upgradeAll, upgradeAlone } from './steps/rollout.ts';
import { autoscale, budget } from './steps/scale.ts';
import type { Step } from './world.ts';

/** Two ways in which the product is installed, each from an empty namespace to an empty namespace. */
// biome-ignore format: one row per step, read as a table
export const PLANS: Readonly<Record<string, readonly Step[]>> = {
  umbrella: [
    { name: 'install the umbrella', run: install, isGround: true },
    { name: 'helm test', run: testRelease },
    { name: 'idle memory, connected for 60 s', run: idleMemory },
    { name: 'cold start to ready', run: coldStarts },
    { name: 'an account, a key', run: openShop, isGround: true },
    { name: 'a charge paid through the ingress, its webhook received in the cluster', run: payOnce, isGround: true },
    { name: 'connections between pods', run: policies },
    { name: 'disruption budget', run: budget },
    { name: 'autoscaling out and in under load', run: autoscale },
    { name: 'upgrade under load', run: upgradeAll },
    { name: 'rollback under load', run: rollbackAll },
    { name: 'a pod of each kind killed under load', run: killEach },
    { name: 'uninstall', run: uninstall, isGround: true },
  ],
  teams: [
    { name: 'install each chart as a release of its own', run: installEach, isGround: true },
    { name: 'an account, a key', run: openShop, isGround: true },
    { name: 'a charge paid through the ingress, its webhook received in the cluster', run: payOnce, isGround: true },
    ...SERVICES.flatMap((service) => [
      { name: `upgrade of ${service} alone under load`, run: upgradeAlone(service) },
      { name: `rollback of ${service} alone under load`, run: rollbackAlone(service) },
    ]),
    { name: 'uninstall each release', run: uninstallEach, isGround: true },
  ],
};
