import { sanitizeRichText } from '../../platform/sanitize-html.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { visibleParts } from '../bookings/record/visible-parts.server.ts';
import type { CleanerTurnover, HostTurnover, ReportedTurnover, TurnoverPlan } from './contract.server.ts';
import type { HostRow, PlannedTurnover, turnoversOfCleaner } from './store.server.ts';

type PlannedColumns = Pick<
  PlannedTurnover,
  | 'title'
  | 'departs_on'
  | 'arrives_on'
  | 'is_same_day'
  | 'check_out_until'
  | 'check_in_from'
  | 'guests'
  | 'pets'
  | 'note'
>;

/** A turnover for cleaners: of the guests only their number. */
export const toPlan = (row: PlannedColumns): TurnoverPlan => ({
  home: row.title,
  departsOn: row.departs_on,
  arrivesOn: row.arrives_on,
  isSameDay: row.is_same_day,
  outBy: row.check_out_until,
  nextGuestsFrom: row.check_in_from,
  guests: row.guests,
  pets: row.pets,
  note: row.note,
});

type CleanerRow = Awaited<ReturnType<typeof turnoversOfCleaner>>[number];

export async function toCleanerTurnover(row: CleanerRow, now: Date): Promise<CleanerTurnover> {
  const visible = visibleParts({ visitor: 'cleaner', turnover: row }, now);
  return {
    ...toReported(row),
    ...toPlan(row),
    address: visible.has('address') ? row.street_address : '',
    checkList: visible.has('checkList') ? row.check_list && (await sanitizeRichText(row.check_list)) : '',
    access: visible.has('accessNotes') ? row.access_notes : '',
    canReport: row.departs_on <= todayAtProperty(now) && row.status !== 'done',
  };
}

type Reported = Pick<PlannedTurnover, 'id' | 'status' | 'report' | 'photos' | 'done_at'>;

export const toReported = ({ id, status, report, photos, done_at }: Reported): ReportedTurnover => ({
  id,
  status,
  report,
  photos,
  doneAt: done_at?.toISOString() ?? null,
});

export const toHostTurnover = (row: HostRow): HostTurnover => ({
  ...toReported(row),
  ...toPlan(row),
  property: row.slug,
  cleanerId: row.cleaner_id,
  cleaner: row.cleaner_name,
  undoneAt: row.undone_at?.toISOString() ?? null,
});
