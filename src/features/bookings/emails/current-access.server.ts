import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { type EmailBlock, toPlainText } from '../../../platform/mail/email-content.server.ts';
import type { MailJob } from '../../../platform/mail/mailer.server.ts';
import { accessText, isAccessDueInMail, toWifi } from '../record/access.server.ts';
import { bookingById } from '../record/bookings-store.server.ts';
import { propertyOfBooking } from '../record/homes-store.server.ts';
import type { BookingEmailData } from './email-data.ts';
import { accessBlocks } from './guest-emails.server.ts';

type AccessFields = Pick<BookingEmailData, 'checkout' | 'streetAddress' | 'accessNotes' | 'wifi'>;

/**
 * Loads the access fields that a mail may show at this moment. It returns null once the stay is cancelled, over, or
 * moved to another home or check-in, and for an address that is no longer the guest's.
 */
async function currentAccess(
  db: Db,
  bookingId: string,
  { accessFor, to }: Pick<MailJob, 'accessFor' | 'to'>,
  now: Date,
): Promise<AccessFields | null> {
  const booking = await bookingById(db, bookingId);
  if (booking.email !== to.address || !isAccessDueInMail(booking, accessFor, now)) return null;
  const property = await propertyOfBooking(db, booking.property_id);
  return {
    checkout: booking.checkout,
    streetAddress: property.streetAddress,
    accessNotes: accessText(booking, property),
    wifi: property.wifiName ? toWifi(property) : undefined,
  };
}

const isAccessBlock = (block: EmailBlock): boolean => typeof block !== 'string' && block.until !== undefined;

/**
 * Fills the address and the access into a mail, as its stay shows them at the delivery, however long it waited.
 * @returns null for a mail only about them if the stay shows neither
 */
export async function withCurrentAccess(ctx: Pick<Ctx, 'db' | 'now'>, job: MailJob): Promise<MailJob | null> {
  const { accessParts, content, attachments } = job;
  if (!accessParts || !content) return job;
  const access = await currentAccess(ctx.db, accessParts, job, ctx.now());
  if (!access && job.isAboutAccess) return null;
  const place = content.blocks.findIndex(isAccessBlock);
  const others = content.blocks.filter((block) => !isAccessBlock(block));
  const blocks = others.toSpliced(place, 0, ...(access ? accessBlocks(access) : []));
  const current = { ...content, blocks };
  return {
    ...job,
    content: current,
    text: toPlainText(current),
    attachments: attachments?.map(({ filename, data }) => ({ filename, data: withAccess(data, access) })),
  };
}

/** The data of a file of the stay, whose address is that of the mail. */
const withAccess = (data: unknown, access: AccessFields | null): unknown => ({
  ...(data as BookingEmailData),
  streetAddress: access?.streetAddress,
  accessNotes: access?.accessNotes,
  wifi: access?.wifi,
});

export const hasAccessParts = (blocks: readonly EmailBlock[]): boolean => blocks.some(isAccessBlock);
