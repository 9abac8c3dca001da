import type { Reveal } from '../../db/schema/lodging.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { sanitizeRichText } from '../../platform/sanitize-html.server.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { accessText, toWifi } from '../bookings/record/access.server.ts';
import type { Booking } from '../bookings/record/bookings-store.server.ts';
import { type StayPart, type Visitor, visibleParts } from '../bookings/record/visible-parts.server.ts';
import { getListed } from '../listings/actions.server.ts';
import { imageUrls, renderImages } from '../media/rich-text-images.server.ts';
import { imagesByUrl } from '../media/store.server.ts';
import type { Guide, PublicSection } from './guide.ts';
import { activeSections, homeAccess } from './store.server.ts';

type Section = Guide['sections'][number];

/** All sections of a home as guests may come to read them. */
const readSections = (ctx: Ctx, propertyId: string): Promise<Section[]> =>
  ctx.content.read(`guide/${propertyId}`, async () => {
    const rows = await activeSections(ctx, propertyId);
    const texts = await Promise.all(rows.map((row) => sanitizeRichText(row.html_rich_text)));
    const images = await imagesByUrl(ctx.db, texts.flatMap(imageUrls));
    return rows.map(({ title, reveal }, index) => ({
      title,
      html: renderImages(belowTitle(texts[index] ?? ''), images),
      reveal,
    }));
  });

/** The title of a section is a heading of the second level. */
const belowTitle = (html: string): string =>
  html.replace(/<(\/?)h([123])>/g, (_, end, level) => `<${end}h${Math.max(3, Number(level) + 1)}>`);

/** What everybody may read about a home. @throws AppError `notFound` for an unknown or unlisted slug */
export async function readPublicSections(ctx: Ctx, slug: string): Promise<PublicSection[]> {
  const home = await getListed(ctx, slug);
  const sections = await readSections(ctx, home.id);
  return sections.filter(({ reveal }) => reveal === 'public').map(({ title, html }) => ({ title, html }));
}

const partOfSection: Record<Reveal, StayPart> = {
  public: 'publicGuide',
  booked: 'bookedGuide',
  arrival: 'arrivalGuide',
};

/** Loads what the guest of a booking, or a companion, may read now; access codes only while access is shown. */
export async function readGuide(
  ctx: Ctx,
  booking: Booking,
  visitor: Exclude<Visitor, 'cleaner'> = 'guest',
): Promise<Guide> {
  const visible = visibleParts({ visitor, stay: booking }, ctx.now());
  const all = await readSections(ctx, booking.property_id);
  const sections = all.filter(({ reveal }) => visible.has(partOfSection[reveal]));
  const home = await homeAccess(ctx.db, booking.property_id);
  const wifi = toWifi(home);
  const accessCode = visible.has('accessCode') ? booking.access_code : '';
  const accessNotes = visible.has('accessNotes') ? home.accessNotes : '';
  const access = accessText({ access_code: accessCode }, { accessNotes });
  return withoutUndefined({
    sections,
    wifi: wifi.name && visible.has('wifi') ? wifi : undefined,
    access: access || undefined,
    accessCode: accessCode || undefined,
  });
}
