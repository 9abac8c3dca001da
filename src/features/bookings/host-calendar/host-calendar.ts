import type { Static } from 'typebox';
import type { blockSchema, hostCalendarSchema } from './descriptions.server.ts';

export type HostCalendar = Static<typeof hostCalendarSchema>;
export type CalendarProperty = HostCalendar['properties'][number];
export type HostDay = CalendarProperty['days'][number];

export type Block = Static<typeof blockSchema>;
export type NewBlock = Omit<Block, 'id'>;
