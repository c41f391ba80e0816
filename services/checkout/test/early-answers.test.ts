import { sendStubbornly } from '@gx/testkit';
import test from 'ava';
import { startRig } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);

const NOBODYS = '019a0000-0000-7000-8000-000000000000';

test('404 to a body of 2 MB that nobody reads, then its client can send all of it and reads the page', async (t) => {
  const head = `POST /${NOBODYS} HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 ** 21}\r\nConnection: close\r\n\r\n`;
  const pieces = Array.from({ length: 32 }, () => ' '.repeat(65_536));
  const sent = await sendStubbornly(Number(new URL(rig.url).port), { head, pieces });
  t.is(sent.fault, undefined);
  t.regex(sent.received, /^HTTP\/1\.1 404 .+<\/html>/s);
});
