import { sanitizeRichText } from '../../platform/sanitize-html.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { isoMoments } from '../../shared/iso-moments.ts';
import { visibleParts } from '../bookings/record/visible-parts.server.ts';
import type { CleanerTurnover, ReportedTurnover } from './contract.server.ts';
import type { PlannedTurnover, turnoversOfCleaner } from './store.server.ts';

type CleanerRow = Awaited<ReturnType<typeof turnoversOfCleaner>>[number];

/** A turnover for cleaners: of the guests only their number. */
export async function toCleanerTurnover(
  { updatedAt: _, ...row }: CleanerRow,
  now: Date,
): Promise<CleanerTurnover> {
  const visible = visibleParts({ visitor: 'cleaner', turnover: row }, now);
  return {
    ...isoMoments(row),
    address: visible.has('address') ? row.address : '',
    checkList: visible.has('checkList') ? row.checkList && (await sanitizeRichText(row.checkList)) : '',
    access: visible.has('accessNotes') ? row.access : '',
    canReport: row.departsOn <= todayAtProperty(now) && row.status !== 'done',
  };
}

type Reported = Pick<PlannedTurnover, 'id' | 'status' | 'report' | 'photos' | 'doneAt'>;

export const toReported = ({ id, status, report, photos, doneAt }: Reported): ReportedTurnover =>
  isoMoments({ id, status, report, photos, doneAt });
