import { useQuery } from '@tanstack/react-query';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { bookingMessagesQuery } from '../queries.ts';
import { MessageList } from './message-list.tsx';

/** Lists all automatic messages to the guest of a booking, past and future. */
export function BookingMessages({ code }: { code: string }) {
  const { data, error } = useQuery(bookingMessagesQuery(code));
  if (error && !data) return <ErrorAlert>{error.message}</ErrorAlert>;
  if (!data) return <p className="text-slate">Loading...</p>;
  return data.length > 0 ? (
    <MessageList messages={data} />
  ) : (
    <p className="text-slate">
      Nothing is planned. Messages appear once the stay is confirmed, by the rules that are switched on.
    </p>
  );
}
