import { test as hostTest } from './admin-fixture.ts';
import { downloadReports, followTheDay, seeBlockedMail } from './today-steps.ts';

for (const width of [390]) {
  hostTest(`hosts see who comes and goes, and what needs them, at ${width} pixels`, followTheDay(width));
}

for (const width of [390]) {
  hostTest(`the reports show totals and download at ${width} pixels`, downloadReports(width));
}

hostTest('screens of the admin say since when no mail has gone out', seeBlockedMail);
