import type { Static } from 'typebox';
import type { propertyDetailSchema } from './contract.server.ts';

/** A home with everything that its own page shows. */
export type PropertyDetail = Static<typeof propertyDetailSchema>;

/** Formats the licences of a home: `State license DWE 1234`. */
export const formatLicences = ({
  licenceState,
  licenceLocal,
}: Pick<PropertyDetail, 'licenceState' | 'licenceLocal'>): string[] => [
  ...(licenceState ? [`State license ${licenceState}`] : []),
  ...(licenceLocal ? [`Local license ${licenceLocal}`] : []),
];

export const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const bed = /^(\d{1,2})\s+(.+)$/;

/** Parses lines like `Bunk room: 2 bunk beds, 1 twin bed`. A part without a number is one bed; a line without a colon, a room. */
export const parseBedrooms = (text: string): PropertyDetail['sleeping'] =>
  splitLines(text).map((line) => {
    const colon = line.indexOf(':');
    const room = colon < 0 ? line : line.slice(0, colon).trim();
    const parts = colon < 0 ? [] : line.slice(colon + 1).split(',');
    const beds = parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        const [, count = '1', kind = part] = bed.exec(part) ?? [];
        return { count: Number(count), kind };
      });
    return { room, beds };
  });

/** Formats `16:00` as `4 PM` and `10:30` as `10:30 AM`. */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}
