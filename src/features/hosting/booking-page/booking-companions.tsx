import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useFocusAfterRemoval } from '../../../ui/browser/use-focus-after-removal.ts';
import { SmallButton } from '../../../ui/small-button.tsx';
import { companion } from '../../bookings/companions/calls.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { fetchAgain } from '../bookings/queries.ts';
import { Panel } from './panel.tsx';

/** The people with whom the guest shared the stay; hosts can end each link. */
export function Companions({ booking: { code, companions } }: { booking: HostedDetail }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfterRemovalOf = useFocusAfterRemoval(() => heading.current?.focus());
  const end = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => companion.remove({ code, id }),
    onSettled: () => fetchAgain(client, code),
  });
  // The panel stays when its last link was ended, with what became of it.
  if (companions.length === 0 && end.isIdle) return null;
  return (
    <Panel title="Shared with" heading={heading}>
      <div aria-live="polite" className="mb-3 empty:hidden">
        {end.isSuccess && <Alert>{`Ended: the link of ${end.variables.name}.`}</Alert>}
        {end.error && <Alert failed>{end.error.message}</Alert>}
      </div>
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
              onClick={({ currentTarget }) => {
                focusAfterRemovalOf(currentTarget);
                end.mutate({ id, name });
              }}
              className="min-h-11"
            >
              End the link
            </SmallButton>
          </li>
        ))}
      </ul>
      {companions.length > 0 && (
        <p className="mt-2 text-sm text-slate">They see the guide and how to get in, nothing of the price.</p>
      )}
    </Panel>
  );
}
