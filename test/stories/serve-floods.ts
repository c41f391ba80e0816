import type { FloodMessage, FloodReport } from './beside-a-flood.ts';

/** Makes a flood from each `start` to its `stop`, as the process that was forked for it. */
export function serveFloods(start: () => () => Promise<FloodReport>): void {
  let stop: (() => Promise<FloodReport>) | undefined;
  process.on('message', async (message: FloodMessage) => {
    if (message === 'start') stop = start();
    else process.send?.((await stop?.()) ?? {});
  });
  process.send?.('open');
}
