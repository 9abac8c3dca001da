import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../shared/dates.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { ForecastMessage } from '../contract.server.ts';
import { previewQuery } from '../queries.ts';

interface MessageDialogProps {
  message: ForecastMessage & { templateId: string };
  call: { isPending: boolean; error: Error | null };
  onSend(): void;
  onClose(): void;
}

/** The text of a message as its guest would get it now; it can be sent from here. */
export function MessageDialog({ message, call, onSend, onClose }: MessageDialogProps) {
  const { data, error } = useQuery(previewQuery(message.templateId, message.code));
  const canSend = message.can.includes('send');
  const problem = error ?? call.error;
  return (
    <Dialog
      title={canSend ? 'Read before it goes out' : 'What it says'}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          {canSend && (
            <Button disabled={!data || call.isPending} onClick={onSend}>
              {call.isPending ? 'Sending…' : 'Send now'}
            </Button>
          )}
        </>
      }
    >
      <p className="text-slate">
        {`To ${message.guest}, ${message.home} (${message.code}). By its rule: ${formatDateTime(message.dueAt)}.`}
      </p>
      {data ? (
        <>
          <h3 className="mt-3 font-sans text-base font-semibold tracking-normal wrap-anywhere text-deep">
            {data.subject}
          </h3>
          <p
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
            tabIndex={0}
            className="mt-2 rounded-xl bg-sand p-3 whitespace-pre-line wrap-anywhere text-ink"
          >
            {data.text}
          </p>
        </>
      ) : (
        !error && <Spinner label="Loading the message..." />
      )}
      {problem && (
        <div className="mt-3">
          <ErrorAlert>{problem.message}</ErrorAlert>
        </div>
      )}
    </Dialog>
  );
}
