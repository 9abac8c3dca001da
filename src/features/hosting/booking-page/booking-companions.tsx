import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatDateTime } from '../../../shared/dates.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { companion } from '../../bookings/companions/calls.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { fetchAgain } from '../bookings/queries.ts';
import { Panel } from './panel.tsx';

/** The people with whom the guest shared the stay; hosts can end each link. */
export function Companions({ booking: { code, companions } }: { booking: HostedDetail }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => companion.remove({ code, id }),
    onSettled: () => fetchAgain(client, code),
  });
  if (companions.length === 0) return null;
  return (
    <Panel title="Shared with">
      <ul className="divide-y divide-dune/70">
        {companions.map(({ id, name, createdAt }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere text-ink">
              {name}
              <span className="block text-sm text-slate">{formatDateTime(createdAt)}</span>
            </span>
            <SmallButton
              aria-label={`End the link of ${name}`}
              disabled={end.isPending}
              onClick={() => end.mutate(id)}
              className="min-h-11"
            >
              End the link
            </SmallButton>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-slate">They see the guide and how to get in, nothing of the price.</p>
      {end.error && <ErrorAlert>{end.error.message}</ErrorAlert>}
    </Panel>
  );
}
