import { until } from '@gx/testkit';
import { openPage, type Page } from './page.ts';
import type { AlertState } from './prometheus.ts';
import { scaledExpression } from './scaled-rules.ts';
import type { AlertSandbox } from './world.ts';

/** One fault by its real means, the alerts that it has to bring, if any, and the page's way out of it. */
export type Walk = {
  readonly name: string;
  readonly alerts: readonly string[];
  readonly fault: string;
  readonly mendedBy: string;
  readonly play: (scene: Scene) => Promise<void>;
  /** Takes the fault away, whatever came of the walk. */
  readonly undo: (sandbox: AlertSandbox) => Promise<void>;
};
export type Scene = {
  readonly sandbox: AlertSandbox;
  readonly page: Page;
  /** Makes the fault; the clock runs from here. */
  readonly fault: (make: () => Promise<unknown>) => Promise<void>;
  /** Waits until Prometheus says that the alert fires, for these labels. */
  readonly fires: (alert: string, labels?: AlertState['labels']) => Promise<void>;
  /**
   * Waits until an expression, its windows those of the trial, has something to say; all the while this alert
   * must not fire.
   */
  readonly silentUntil: (alert: string, expr: string) => Promise<void>;
  /** The step of the page that mends it; the clock of the recovery runs from its end. */
  readonly mend: (act: () => Promise<unknown>) => Promise<void>;
};
export type Row = {
  readonly alert: string;
  readonly fault: string;
  readonly firedAfter: string;
  readonly mendedBy: string;
  readonly resolvedAfter: string;
  /** Other alerts that fired meanwhile. */
  readonly beside: readonly string[];
};
/** What a walk that has to bring no alert brings. */
export const NO_ALERT = 'none';

/** Long enough for the slowest: what is due has to wait for two minutes, and a busy machine. */
const PATIENT = { timeoutMs: 300_000, everyMs: 250 } as const;
/** Of a burn, the windows that page somebody are waited for; those of days end only after days. */
const pages = ({ labels, state }: AlertState): boolean =>
  state === 'firing' && (labels['window'] === undefined || ['1h', '6h'].includes(labels['window']));

const firing = async (sandbox: AlertSandbox, labels: AlertState['labels'] = {}): Promise<string[]> => {
  const all = (await sandbox.prometheus.alerts()).filter((one) => pages(one) && isOf(labels, one));
  return [...new Set(all.map(({ alert }) => alert))].toSorted();
};
const isOf = (wanted: AlertState['labels'], { labels }: AlertState): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);
const seconds = (from: number, to: number): string => `${Math.round((to - from) / 1_000)} s`;

/** Plays a walk from quiet to quiet; a row for each alert, and what the terminal showed. */
export async function play(
  sandbox: AlertSandbox,
  walk: Walk,
): Promise<{ readonly rows: Row[]; readonly lines: readonly string[] }> {
  const page = openPage(sandbox);
  const silent = async (): Promise<boolean> => {
    const now = await firing(sandbox);
    return walk.alerts.every((alert) => !now.includes(alert));
  };
  let [faultAt, mendedAt] = [Number.NaN, Number.NaN];
  const fired = new Map<string, number>();
  const beside = new Set<string>();
  const scene: Scene = {
    sandbox,
    page,
    fault: async (make) => {
      faultAt = performance.now();
      page.note(`fault: ${walk.fault}`);
      await make();
    },
    fires: async (alert, labels) => {
      await until(`${alert} fires`, async () => (await firing(sandbox, labels)).includes(alert), PATIENT);
      fired.set(alert, performance.now());
      page.note(`${alert} fires, ${seconds(faultAt, performance.now())} after the fault`);
      for (const other of await firing(sandbox)) if (!walk.alerts.includes(other)) beside.add(other);
    },
    silentUntil: async (alert, expr) => {
      const isFiring = async (): Promise<boolean> => {
        if ((await firing(sandbox)).includes(alert)) throw new Error(`${alert} fires`);
        return (await sandbox.prometheus.query(scaledExpression(expr))).length > 0;
      };
      await until(expr, isFiring, PATIENT);
      page.note(`${alert} is quiet, ${seconds(faultAt, performance.now())} after the fault`);
    },
    mend: async (act) => {
      page.note(`mended: ${walk.mendedBy}`);
      await act();
      mendedAt = performance.now();
    },
  };
  const rows: Row[] = [];
  try {
    await until(`${walk.alerts} are quiet`, silent, PATIENT);
    page.note('quiet');
    await walk.play(scene);
    if (walk.alerts.length === 0) {
      const { fault, mendedBy } = walk;
      rows.push({
        alert: NO_ALERT,
        fault,
        firedAfter: '-',
        mendedBy,
        resolvedAfter: '-',
        beside: await firing(sandbox),
      });
    }
    for (const alert of walk.alerts) {
      if (!fired.has(alert)) throw new Error(`${alert} was never seen firing`);
      await until(`${alert} ends`, async () => !(await firing(sandbox)).includes(alert), PATIENT);
      const resolvedAfter = seconds(mendedAt, performance.now());
      page.note(`${alert} no longer fires, ${resolvedAfter} after it was mended`);
      const { fault, mendedBy } = walk;
      const firedAfter = seconds(faultAt, fired.get(alert) ?? Number.NaN);
      rows.push({ alert, fault, firedAfter, mendedBy, resolvedAfter, beside: [...beside] });
    }
  } catch (error) {
    page.note(`FAILED: ${String(error)}; firing: ${await firing(sandbox)}`);
  } finally {
    await walk.undo(sandbox);
  }
  return { rows, lines: page.lines };
}
