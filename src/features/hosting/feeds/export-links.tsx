import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { Alert } from '../../../ui/alert.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { ConfirmDialog } from '../../admin/shell/dialog.tsx';
import type { ExportLink } from '../../channels/actions.server.ts';
import { channelsClient } from '../../channels/client.ts';
import { channelNames } from '../conflicts/channel-names.ts';
import { CopyLink } from '../offers/copy-link.tsx';
import { feedsKey } from './queries.ts';

const channelOrder = Object.keys(channelNames);

const inOrder = (links: readonly ExportLink[]) =>
  links.toSorted((a, b) => channelOrder.indexOf(a.channel) - channelOrder.indexOf(b.channel));

/** The secret address for each channel. */
export function ExportLinks({ links }: { links: readonly ExportLink[] }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ExportLink | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) => channelsClient().renew(id),
    onSettled: () => {
      setChosen(null);
      return client.invalidateQueries({ queryKey: feedsKey });
    },
  });
  return (
    <>
      <ul className="grid gap-4">
        {inOrder(links).map((link) => (
          <li key={link.id} className="grid gap-1">
            <div className="flex items-center justify-between gap-x-3">
              <p className="text-slate">
                <span className="font-semibold text-ink">{`For ${channelNames[link.channel]}`}</span>
                {link.lastFetchedAt ? `, last read ${formatDateTime(link.lastFetchedAt)}` : ', not read yet'}
              </p>
              <SmallButton look="bare" onClick={() => setChosen(link)} aria-haspopup="dialog">
                New address
                <span className="unseen">{` for ${channelNames[link.channel]}`}</span>
              </SmallButton>
            </div>
            <CopyLink url={link.url} label={`Our calendar for ${channelNames[link.channel]}`} />
          </li>
        ))}
      </ul>
      <div aria-live="assertive">{error && <Alert failed>{error.message}</Alert>}</div>
      {chosen && (
        <ConfirmDialog
          title={`A new address for ${channelNames[chosen.channel]}?`}
          confirmLabel={isPending ? 'Renewing…' : 'Make a new address'}
          cancelLabel="Keep it"
          isBusy={isPending}
          onConfirm={() => mutate(chosen.id)}
          onCancel={() => setChosen(null)}
        >
          <p>
            The old address ends at once. Until you give the new one to the site, it does not hear of new
            bookings here.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
