import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { fetchAgain, showChanged } from '../bookings/queries.ts';

export interface ActionDialogProps {
  booking: HostedDetail;
  onClose(): void;
  /** @param text describes the action */
  onDone(text: string): void;
}

/** Runs an action and shows the booking after it, even when it was rejected because something had changed. */
export function useDecision({ booking: { code }, onDone }: ActionDialogProps) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ act }: { act(): Promise<HostedDetail>; done: string }) => act(),
    onSuccess: (detail, { done }) => {
      showChanged(client, detail);
      onDone(done);
    },
    onError: () => void fetchAgain(client, code),
  });
}

export const maxReasonLength = 1000;
