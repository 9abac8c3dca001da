import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { Alert } from '../../../ui/alert.tsx';
import { CopyLink } from '../../../ui/copy-link.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { exportLink } from '../../channels/calls.ts';
import { channelNames } from '../../channels/channel-names.ts';
import type { ExportLink } from '../../channels/contract.server.ts';
import { feedsKey } from './queries.ts';

const channelOrder = Object.keys(channelNames);

const inOrder = (links: readonly ExportLink[]) =>
  links.toSorted((a, b) => channelOrder.indexOf(a.channel) - channelOrder.indexOf(b.channel));

/** The channel, and which of its calendars where the home has several. */
function toLabel(link: ExportLink, links: readonly ExportLink[]): string {
  const name = channelNames[link.channel];
  const siblings = links.filter(({ channel }) => channel === link.channel);
  if (siblings.length < 2) return name;
  if (!link.feedId) return `${name}, every calendar`;
  const number = siblings.filter(({ feedId }) => feedId).indexOf(link) + 1;
  return `${name}, ${link.feedName || `calendar ${number}`}`;
}

/** The secret address for each channel, or for each of its calendars. */
export function ExportLinks({ links }: { links: readonly ExportLink[] }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ExportLink | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) => exportLink.renew({ id }),
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
                <span className="font-semibold text-ink">{`For ${toLabel(link, links)}`}</span>
                {link.lastFetchedAt ? `, last read ${formatDateTime(link.lastFetchedAt)}` : ', not read yet'}
              </p>
              <SmallButton variant="bare" onClick={() => setChosen(link)} aria-haspopup="dialog">
                New address
                <span className="unseen">{` for ${toLabel(link, links)}`}</span>
              </SmallButton>
            </div>
            <CopyLink url={link.url} label={`Our calendar for ${toLabel(link, links)}`} />
          </li>
        ))}
      </ul>
      <div aria-live="assertive">{error && <Alert failed>{error.message}</Alert>}</div>
      {chosen && (
        <ConfirmDialog
          title={`A new address for ${toLabel(chosen, links)}?`}
          confirmLabel={isPending ? 'Renewing…' : 'Make a new address'}
          isDanger
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
