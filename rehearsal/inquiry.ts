import type { Reply, Visitor } from './visitor.ts';

/** The day so many days from now, in UTC. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Sends an inquiry as the contact form does. */
export const inquire = (
  guest: Visitor,
  email: string,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  guest.request('POST', '/api/forms/submit', {
    headers,
    json: {
      formId: 'booking_inquiry',
      name: 'Gwen Guest',
      email,
      phone: '',
      message: '',
      guests: 2,
      property: 'Any Available Property',
      checkin: dayFromNow(30),
      checkout: dayFromNow(34),
    },
  });
