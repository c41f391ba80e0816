// Loaded into a process before its own code (`node --import`): a machine whose clock is wrong by SKEW_MS.
// Timers and `performance.now()` go right, as they do on such a machine.
const skewMs = Number(process.env['SKEW_MS'] ?? 0);
const right = Date.now;

Date.now = () => right() + skewMs;
globalThis.Date = new Proxy(Date, {
  construct: (original, given, called) =>
    Reflect.construct(original, given.length === 0 ? [Date.now()] : given, called) as Date,
});
