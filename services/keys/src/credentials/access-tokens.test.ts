import { generateKeyPairSync } from 'node:crypto';
import { newId } from '@gx/core';
import test from 'ava';
import { accessTokens } from './access-tokens.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const holder = { id: newId('user'), accountId: newId('account'), role: 'owner', tokenGeneration: 3 } as const;

for (const seconds of [-60, 60]) {
  test(`a token that was signed by a clock ${seconds} s off is good at every replica at once`, async (t) => {
    const tokens = await accessTokens({ signingKey: privateKey, previousKeys: [], issuer: 'https://gx.test' });
    const now = new Date();
    const { token } = await tokens.sign(holder, new Date(now.getTime() + seconds * 1_000));
    const { id: userId, accountId, tokenGeneration: generation } = holder;
    t.like(await tokens.verify(token, now), { userId, accountId, generation });
  });
}
