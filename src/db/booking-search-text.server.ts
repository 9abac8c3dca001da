import { sql } from 'kysely';

/** Where hosts look for a booking: its code, name and address, in the words of the index `bookings_search_text`. */
export const bookingSearchText = sql<string>`(bookings.code || ' ' || bookings.name || ' ' || bookings.email)`;
