import { calls, get } from '../../../shared/http/calls.ts';
import type { LiveHolds } from './contract.server.ts';

/** The unpaid stays whose nights this browser holds. */
export const liveHolds = calls('/holds', { list: get<LiveHolds>('', 'Failed to fetch your holds') });
