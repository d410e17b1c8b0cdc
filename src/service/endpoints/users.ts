import * as z from 'zod';
import { create, get, list, remove, replace } from '../rows.ts';
import { byDefault, Page } from '../shapes/common.ts';
import { NewUser, User } from '../shapes/user.ts';
import { text, userIdType } from './parts.ts';

const user = '/users/{user_id}';

/** Wrapped once more, the notes are refused. Source: User, note 2. */
const written = { user_note: 'flat' } as const;

/** User records. */
export const users = {
  'users.list': list('/users', {
    source: 'Users',
    key: 'user',
    returns: User,
    query: {
      ...Page,
      q: z.string().trim().min(1).optional(),
      order_by: text,
      expand: text,
      source_user_id: text,
      source_institution_code: text,
    },
  }),
  'users.create': create('/users', { source: 'Users', body: NewUser, written, returns: User }),
  'users.get': get(user, {
    source: 'Users',
    returns: User,
    query: { ...userIdType, expand: byDefault(text, 'none') },
  }),
  'users.update': replace(user, {
    source: 'Users',
    body: NewUser,
    written,
    returns: User,
    query: userIdType,
  }),
  'users.delete': remove(user, { source: 'Users', returns: User, mayBeEmpty: true, query: userIdType }),
  'users.personalData': get('/users/{user_id}/personal-data', {
    source: 'Users',
    returns: z.looseObject({}),
    query: userIdType,
  }),
} as const;
