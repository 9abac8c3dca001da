import { propertyTimeZone } from '../../../shared/dates.ts';
import { type ContentLine, readProperties } from './calendar-text.ts';
import windowsZones from './windows-zones.json' with { type: 'json' };

/** Finds the zone, as an id of Temporal, for the `TZID` of a time or for a time without one. */
export type FindZone = (tzid: string | undefined) => string;

/** Names of zones in Windows, and their labels, as Unicode CLDR maps them (`windowsZones`). */
const byWindowsName = new Map(Object.entries(windowsZones).map(([name, zone]) => [foldName(name), zone]));

/**
 * Creates the zone finder of a calendar file. An unknown name is resolved by its VTIMEZONE (RFC 5545, 3.6.5). A time
 * without a name is in the file's first zone, or in the homes' zone if the file has none.
 */
export function createZoneFinder(components: readonly string[][]): FindZone {
  const described = components.map(describeZone);
  const find = (tzid: string): string =>
    byWindowsName.get(foldName(tzid)) ??
    (isZone(tzid) ? tzid : undefined) ??
    described.find(({ name }) => name === tzid)?.zone() ??
    endOfPath(tzid) ??
    writtenOffset(tzid) ??
    propertyTimeZone;
  const cache = new Map<string, string>();
  return (tzid = described[0]?.name) => {
    if (tzid === undefined) return propertyTimeZone;
    const zone = cache.get(tzid) ?? find(tzid);
    cache.set(tzid, zone);
    return zone;
  };
}

/** The `TZID` of a time. */
export const readZoneName = ({ params }: ContentLine): string | undefined =>
  /;TZID=(?:"([^"]*)"|([^;]*))/i
    .exec(params)
    ?.slice(1)
    .find((name) => name !== undefined);

function foldName(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase();
}

function isZone(name: string): boolean {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId !== '';
  } catch {
    return false;
  }
}

/** Extracts `Asia/Tokyo` from `/mozilla.org/20050126_1/Asia/Tokyo`. */
const endOfPath = (tzid: string): string | undefined =>
  [-3, -2]
    .map((parts) => tzid.split('/').slice(parts).join('/'))
    .find((name) => name !== tzid && isZone(name));

/** Extracts `-05:00` from `(UTC-05:00) Lima`, `GMT-5` or `-0500`. */
function writtenOffset(text: string): string | undefined {
  const [, sign, hours = '', minutes = '00'] =
    /^\(?(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?(?!\d)/i.exec(text) ?? [];
  const offset = `${sign}${hours.padStart(2, '0')}:${minutes}`;
  return sign && isZone(offset) ? offset : undefined;
}

const zoneProperties = new Set(['BEGIN', 'TZID', 'DTSTART', 'TZOFFSETTO']);

/** Reads a VTIMEZONE's name, and finds the zone that follows its latest rules. */
function describeZone(lines: string[]): { name: string | undefined; zone(): string | undefined } {
  const properties = readProperties({ name: 'VTIMEZONE', lines }, zoneProperties);
  const rules = properties.reduce<Record<string, string>[]>((blocks, { name, value }) => {
    if (name === 'BEGIN') blocks.push({ kind: value.toUpperCase() });
    Object.assign(blocks.at(-1) ?? {}, { [name]: value });
    return blocks;
  }, []);
  const offset = (kind: string) =>
    writtenOffset(
      rules
        .filter((rule) => rule.kind === kind)
        .sort((a, b) => (a.DTSTART ?? '').localeCompare(b.DTSTART ?? ''))
        .at(-1)?.TZOFFSETTO ?? '',
    );
  return {
    name: properties.find(({ name }) => name === 'TZID')?.value,
    zone: () => zoneWithOffsets(offset('STANDARD'), offset('DAYLIGHT')),
  };
}

function zoneWithOffsets(standard: string | undefined, daylight: string | undefined): string | undefined {
  if (!standard || !daylight) return standard;
  const expected = [standard, daylight].sort().join();
  const offsets = (zone: string) =>
    ['2027-01-15', '2027-07-15'].map((date) => Temporal.PlainDate.from(date).toZonedDateTime(zone).offset);
  return [propertyTimeZone, ...Intl.supportedValuesOf('timeZone')].find(
    (zone) => offsets(zone).sort().join() === expected,
  );
}
