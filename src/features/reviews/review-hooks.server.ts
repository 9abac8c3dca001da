import type { RowHooks } from '../../platform/context.server.ts';
import { sanitizeRichText } from '../../platform/sanitize-html.server.ts';
import { AppError, toFieldErrors } from '../../shared/errors.ts';
import type { FormValues } from '../../shared/forms/schema.ts';

/** What a guest wrote, or what follows from their stay. */
const guestColumns = ['kind', 'booking_id', 'rating', 'review_html', 'guest_name', 'subject'];

const onlyGuests =
  'Only guests write reviews of stays, through the link in their mail. A review that you add here is an example.';

function rejectInvented({ kind, booking_id }: FormValues): void {
  if (kind === 'stay') throw toFieldErrors({ kind: onlyGuests });
  if (booking_id !== undefined && booking_id !== null) throw toFieldErrors({ booking_id: onlyGuests });
}

/** Hosts may add, change and delete only examples; a guest's review belongs to the guest. */
export const reviewHooks: RowHooks = {
  beforeCreate: rejectInvented,
  async beforeUpdate({ updates }) {
    for (const { row, set } of updates) {
      if (row.kind !== 'stay') {
        rejectInvented(set);
        continue;
      }
      // A form or a file that sends the stored text back has it sanitised on the way.
      if ('review_html' in set && set.review_html === (await sanitizeRichText(String(row.review_html))))
        delete set.review_html;
      if (guestColumns.some((name) => name in set))
        throw new AppError(
          'conflict',
          'This review was written by a guest about their stay. Its rating, words, name and booking are not for hosts to change. You can reply to it, or hide it with a reason, under Reviews.',
        );
    }
  },
  beforeDelete({ kind }) {
    if (kind === 'stay')
      throw new AppError(
        'conflict',
        'This review was written by a guest about their stay and cannot be deleted. You can hide it with a reason, under Reviews.',
      );
  },
};
