import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../shared/http/api-error.ts';
import { inbox } from './calls.ts';

const refetchMs = 60_000;
const maxCount = 99;

/** The number of conversations that wait for a reply; renders nothing while it is 0 or not loaded. */
export function WaitingCount() {
  const { data: count = 0 } = useQuery({
    queryKey: ['inbox', 'waiting'],
    queryFn: async ({ signal }) => (await inbox.list({ query: { status: 'waiting' }, signal })).waiting,
    // An older server has no inbox.
    refetchInterval: ({ state }) =>
      state.error instanceof ApiError && state.error.status === 404 ? false : refetchMs,
    retry: false,
  });
  if (count === 0) return null;
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-gulf px-1 text-xs font-semibold text-white tabular-nums">
      {count > maxCount ? `${maxCount}+` : count}
      <span className="unseen"> waiting for an answer</span>
    </span>
  );
}
