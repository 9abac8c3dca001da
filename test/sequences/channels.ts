import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Channel } from '../../src/db/schema/channel-feeds.ts';

/** An event of another channel's calendar. */
interface ChannelEvent {
  uid: string;
  checkin: string;
  checkout: string;
  isBlock: boolean;
  isCancelled: boolean;
}

/** Another channel's calendar of a home. */
export interface ChannelCalendar {
  /** The id of the row in `calendar_feeds`. */
  feedId: string;
  channel: Channel;
  events: ChannelEvent[];
  isBroken: boolean;
}

/** How each channel names nights that are closed without a stay. */
const blocked: Record<Channel, string> = {
  airbnb: 'Airbnb (Not available)',
  vrbo: 'Blocked',
  booking_com: 'Blocked by host',
  other: 'Blocked',
};

const compact = (date: string) => date.replaceAll('-', '');

function renderEvent(channel: Channel, { uid, checkin, checkout, isBlock, isCancelled }: ChannelEvent) {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20270101T000000Z',
    `DTSTART;VALUE=DATE:${compact(checkin)}`,
    `DTEND;VALUE=DATE:${compact(checkout)}`,
    `SUMMARY:${isBlock ? blocked[channel] : channel === 'booking_com' ? 'CLOSED - Not available' : 'Reserved'}`,
    ...(isCancelled ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
  ];
}

const renderCalendar = ({ channel, events }: ChannelCalendar): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Channel//EN',
    ...events.flatMap((event) => renderEvent(channel, event)),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** Serves other channels' calendars on a port of this machine. */
export async function openChannels() {
  const calendars = new Map<string, ChannelCalendar>();
  const server = createServer((request, response) => {
    const calendar = calendars.get(request.url?.slice(1) ?? '');
    if (!calendar || calendar.isBroken) response.writeHead(500).end();
    else response.writeHead(200, { 'Content-Type': 'text/calendar' }).end(renderCalendar(calendar));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    calendars,
    url: (feedId: string) => `http://127.0.0.1:${port}/${feedId}`,
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

export type Channels = Awaited<ReturnType<typeof openChannels>>;
