import { uniqueName } from '@gx/testkit';
import { openApiUser } from '../../conformance/rows/api-user.ts';
import { operator } from '../operator.ts';
import { test } from './one-product.ts';

/**
 * Decisions, section 11: `POST /v1/api-keys`, `GET /v1/api-keys`, the request log, the audit log and the
 * users.
 */
const STATUSES = {
  owner: [201, 200, 200, 200, 200],
  finance: [403, 200, 200, 200, 403],
  developer: [201, 200, 200, 403, 403],
  viewer: [403, 200, 403, 403, 403],
} as const;

test('users: an operator adds one of each role, who may do what the role allows, until an operator disables them', async (t) => {
  const api = await openApiUser(t.context);
  const { stack } = t.context;
  const session = await api.send('POST', '/v1/auth/login', { body: api.login });
  const account = String((session.body['account'] as { id: string }).id);
  for (const [role, statuses] of Object.entries(STATUSES)) {
    const email = `${uniqueName(role)}@example.com`;
    const add = ['user', 'add', '--account', account, '--email', email, '--role', role, '--by', 'Eva', '--json'];
    const { userId, password } = JSON.parse((await operator(stack, ...add)).out);
    const login = () => api.send('POST', '/v1/auth/login', { body: { email, password } });
    const { body } = await login();
    const headers = { authorization: `Bearer ${body['accessToken']}` };
    const use = () =>
      Promise.all([
        api.send('POST', '/v1/api-keys', { headers, body: { test: true } }),
        ...['/v1/api-keys', '/v1/request-logs', '/v1/audit-events', '/v1/users'].map((path) =>
          api.send('GET', path, { headers }),
        ),
      ]);
    const answers = await use();
    t.deepEqual(
      answers.map(({ status }) => status),
      [...statuses],
      role,
    );
    for (const { body } of answers.filter(({ status }) => status === 403))
      t.like(body['error'], { code: 'forbidden', type: 'permission_error', reason: 'role_not_allowed' });

    const { code, err } = await operator(stack, 'user', 'disable', userId, '--by', 'Eva');
    t.deepEqual([code, err], [0, '']);
    const ended = [await login(), ...(await use())];
    t.deepEqual(
      ended.map(({ status }) => status),
      [401, 401, 401, 401, 401, 401],
      role,
    );
  }
  const last = await operator(
    stack,
    'user',
    'disable',
    String((session.body['user'] as { id: string }).id),
    '--by',
    'Eva',
  );
  t.is(last.code, 2);
  t.is((await api.send('GET', '/v1/api-keys', { headers: api.bearer })).status, 200, 'an owner stays');
});
