import type { HostCalendar } from './contract.server.ts';

/** What the screen has read so far, and the names of all homes. */
export type LoadedCalendar = HostCalendar & { allProperties: { id: string; slug: string; title: string }[] };
export type CalendarProperty = HostCalendar['properties'][number];
export type HostDay = CalendarProperty['days'][number];
