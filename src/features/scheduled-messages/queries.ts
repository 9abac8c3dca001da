import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { bookingMessages, messageRules, scheduledMessages } from './calls.ts';

const keys = {
  all: ['messages'],
  forecast: (from: string, to: string) => ['messages', 'forecast', from, to],
  ofBooking: (code: string) => ['messages', 'booking', code],
  preview: (templateId: string, code: string) => ['messages', 'preview', templateId, code],
};

export const forecastQuery = ({ from, to }: { from: string; to: string }) =>
  queryOptions({
    queryKey: keys.forecast(from, to),
    queryFn: ({ signal }) => scheduledMessages.forecast({ query: { from, to }, signal }),
    refetchOnWindowFocus: true,
  });

export const bookingMessagesQuery = (code: string) =>
  queryOptions({
    queryKey: keys.ofBooking(code),
    queryFn: ({ signal }) => bookingMessages.list({ code, signal }),
    refetchOnWindowFocus: true,
    // A job plans them again after a move or a cancellation.
    refetchInterval: 30_000,
  });

export const previewQuery = (templateId: string, code: string) =>
  queryOptions({
    queryKey: keys.preview(templateId, code),
    queryFn: ({ signal }) => messageRules.preview({ json: { template_id: templateId, code }, signal }),
  });

/** Fetches messages again after one was sent or skipped, and after an error, when the outcome is unknown. */
export async function fetchMessagesAgain(client: QueryClient): Promise<void> {
  await Promise.all(
    [keys.all, ['today'], ['bookings']].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
