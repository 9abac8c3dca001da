import { Link } from 'react-router';
import { MessageList } from '../../scheduled-messages/ui/message-list.tsx';
import type { Today } from './contract.server.ts';

/** The automatic messages to guests of the next days. */
export const GoingOut = ({ today: { upcomingMessages, hasMoreMessages } }: { today: Today }) => (
  <section aria-labelledby="going-out">
    <h2 id="going-out" className="mb-3 scroll-mt-20 text-2xl text-deep">
      Going out this week
    </h2>
    <div className="rounded-2xl bg-white p-4 shadow-card">
      {upcomingMessages.length === 0 && (
        <p className="text-slate">No message goes out by itself in the next 7 days.</p>
      )}
      <MessageList messages={upcomingMessages} withBooking />
      <p className="mt-3">
        <Link
          to="/admin/messages"
          className="font-semibold text-gulf underline underline-offset-4 hover:no-underline"
        >
          {hasMoreMessages ? 'More, and what went out' : 'All messages'}
        </Link>
      </p>
    </div>
  </section>
);
