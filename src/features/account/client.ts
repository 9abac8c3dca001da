import { request } from '../../shared/http/request.ts';

export const personalDataUrl = '/api/users/me/data';

export const deleteAccount = (): Promise<unknown> =>
  request(fetch, '/api/users/me', 'Failed to delete your account', { method: 'DELETE' });
