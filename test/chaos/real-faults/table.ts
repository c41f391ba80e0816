import { CALM } from './scenarios/calm.ts';
import { CUTS } from './scenarios/cut.ts';
import { FREEZES } from './scenarios/freeze.ts';
import { KILLS } from './scenarios/kill.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { SERVERS } from './scenarios/servers.ts';

/** Everything that is done to real processes. */
export const SCENARIOS: readonly Scenario[] = [...CALM, ...KILLS, ...FREEZES, ...CUTS, ...SERVERS];
