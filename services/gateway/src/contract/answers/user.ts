import { z } from 'zod';
import { ROLES } from '../../input/user-body.ts';
import { answer, time, wireForm } from './answer.ts';

export const user = answer(
  'User',
  z.strictObject({
    id: wireForm('usr_'),
    email: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    status: z
      .enum(['invited', 'active', 'disabled'])
      .meta({ description: '`invited`: logs in once the invitation was accepted. `disabled`: logs in no more.' }),
    createdAt: time,
  }),
);
export const userList = answer('UserList', z.strictObject({ data: z.array(user) }));
