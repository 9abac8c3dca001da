import { propertyTimeZone } from './dates.ts';

/** The moment of a clock time (`16:00`) at the homes on a date; a time that a clock change skips is one hour later. */
export const momentAtProperty = (date: string, clockTime: string): Date =>
  new Date(
    Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: propertyTimeZone, plainTime: clockTime })
      .epochMilliseconds,
  );
