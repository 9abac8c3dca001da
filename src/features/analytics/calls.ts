import { calls, get } from '../../shared/http/calls.ts';
import type { Stats, StatsQuery } from './contract.server.ts';

export const stats = calls('/admin/stats', {
  read: get<Stats, StatsQuery>('', 'Failed to fetch the numbers'),
});
