import { FeedError } from '../feed.ts';

/** One component of a calendar file: its unfolded lines without those of components inside it. */
export interface Component {
  name: string;
  lines: string[];
}

const notCalendar = 'There is no calendar at this address';
const broken = 'The calendar is broken or cut off';

/** The components of a calendar file. */
export interface CalendarParts {
  /** Events and free/busy data, in their order. */
  busy: Component[];
  timeZones: string[][];
}

/** Decodes UTF-8, or UTF-16 if the first two bytes are a byte order mark or contain a zero. */
export function decodeCalendar(body: Buffer): string {
  const [first, second] = body;
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return decode(body, 'utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return decode(body, 'utf-16be');
  return body.toString('utf8');
}

const decode = (body: Buffer, encoding: string): string => new TextDecoder(encoding).decode(body);

/**
 * Parses the events, free/busy data and time zones of a calendar (RFC 5545). Other text before and after it is ignored.
 * @throws FeedError for a file that is no calendar, is cut off or badly nested, or has no component that could be an event
 */
export function splitCalendar(text: string): CalendarParts {
  const lines = unfold(text).filter((line) => line.trim() !== '');
  if (lines[0] === undefined) throw new FeedError('The calendar file is empty.');
  const first = lines.findIndex((line) => beginning.test(line));
  if (first < 0)
    throw new FeedError(
      /^\s*<(!doctype|html|\?xml)/i.test(lines[0])
        ? `${notCalendar}, but a web page. Please copy the link for calendar export again.`
        : `${notCalendar}: the file does not begin with BEGIN:VCALENDAR.`,
    );
  const last = lines.findLastIndex((line) => ending.test(line));
  const isCutOff = lines.findLastIndex((line) => beginning.test(line)) > last;
  if (last < first || isCutOff) throw new FeedError(`${broken}: it does not end with END:VCALENDAR.`);
  if ([...lines.slice(0, first), ...lines.slice(last + 1)].some((line) => marker.test(line))) throw outside();
  return cut(['BEGIN:VCALENDAR', ...lines.slice(first + 1, last), 'END:VCALENDAR']);
}

/**
 * Splits a file at every line end that senders use, `CR CR LF` among them, and joins folded lines (3.1). Each of several
 * joined files may begin with a byte order mark.
 */
const unfold = (text: string): string[] =>
  text
    .replaceAll(/[\ufeff\0]/g, '')
    .replace(/\r+\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');

/** A server may print a warning before BEGIN in the same line, and a comment after END. */
const beginning = /BEGIN:VCALENDAR\s*$/i;
const ending = /^\s*END:VCALENDAR(?![\w-])/i;
const marker = /^\s*(?:BEGIN|END):V\w/i;

const outside = () => new FeedError(`${broken}: there is text outside of it.`);

const busyNames = new Set(['VEVENT', 'VFREEBUSY']);
/** Component names of RFC 5545, 7953 and 9073; each of them that begins must end. */
const componentNames = new Set(
  'VCALENDAR VEVENT VTODO VJOURNAL VFREEBUSY VTIMEZONE VALARM VAVAILABILITY AVAILABLE STANDARD DAYLIGHT PARTICIPANT'.split(
    ' ',
  ),
);

function cut(lines: string[]): CalendarParts {
  const busy: Component[] = [];
  const timeZones: string[][] = [];
  const open: Component[] = [];
  const others = new Set<string>();
  const ends = new Set(lines.map((line) => nameAfter(line, 'END:')));
  for (const line of lines) {
    const begin = beginName(line, ends);
    const end = endName(line, open);
    if (begin) open.push({ name: begin, lines: [] });
    const top = open.at(-1);
    if (!top) throw outside();
    if (end && end !== top.name) throw new FeedError(`${broken}: ${top.name} is not closed.`);
    const isInZone = open.some(({ name }) => name === 'VTIMEZONE');
    if (isInZone) timeZones.at(begin === 'VTIMEZONE' ? timeZones.push([]) - 1 : -1)?.push(line.trim());
    else if (!begin && !end) top.lines.push(line);
    if (end) {
      open.pop();
      if (busyNames.has(end) && !isInZone) busy.push(top);
      else if (open.length === 1 && !isInZone) others.add(end);
    }
  }
  const [other] = others;
  if (other && busy.length === 0)
    throw new FeedError(
      `The calendar has no events, but only ${other}, which closes no nights. Please copy the link for calendar export again.`,
    );
  return { busy, timeZones };
}

/** Ignores a line of an unfolded description that looks like a beginning: its name is unknown and never ends. */
const beginName = (line: string, ends: ReadonlySet<string | undefined>): string | undefined => {
  const name = nameAfter(line, 'BEGIN:');
  return name && (componentNames.has(name) || ends.has(name)) ? name : undefined;
};

const endName = (line: string, open: readonly Component[]): string | undefined => {
  const name = nameAfter(line, 'END:');
  return name && (componentNames.has(name) || open.some((one) => one.name === name)) ? name : undefined;
};

/** Returns the component's name after `BEGIN:` or `END:`: letters, digits and hyphens, without blanks (3.6). */
const nameAfter = (line: string, keyword: string): string | undefined =>
  line.slice(0, keyword.length).toUpperCase() === keyword
    ? /^\s*([\w-]+)\s*$/.exec(line.slice(keyword.length))?.[1]?.toUpperCase()
    : undefined;

/** A property of a component: its name in capitals, its parameters with their semicolon, and its value. */
export interface ContentLine {
  name: string;
  params: string;
  value: string;
}

const afterName = /^((?:;[^:;="]+=(?:"[^"]*"|[^";:])*)*):(.*)$/;
/** Finds the value of a line whose parameters break the rules, such as a zone with a colon. */
const beforeDate = /^(.*?):\s*(?=\d{4}([-/.]?)\d{2}\2\d{2})(.*)$/;
const beforeText = /^([^:]*):(.*)$/;
const dateNames = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'RDATE', 'EXDATE', 'FREEBUSY']);

/** Matches a line of an unfolded description, such as `Status: cancelled`; properties have no blank after the colon. */
const looseText = /^[A-Z][a-z]+(?:-[A-Za-z]+)?:\s/;

/** The properties of a component with one of the names, in their order. */
export function readProperties({ lines }: Component, names: ReadonlySet<string>): ContentLine[] {
  return lines.flatMap((line) => {
    const name = line.slice(0, line.search(/[:;]/)).toUpperCase();
    if (!names.has(name) || looseText.test(line)) return [];
    const rest = line.slice(name.length);
    const strict = afterName.exec(rest);
    const [, params = '', value = ''] = strict ?? beforeText.exec(rest) ?? [];
    const read = { name, params, value: value.trim() };
    if (!dateNames.has(name) || /^\d{4}/.test(read.value)) return [read];
    const [match, dateParams = '', , date = ''] = beforeDate.exec(rest) ?? [];
    return [match === undefined ? read : { name, params: dateParams, value: date.trim() }];
  });
}

const dateText = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})(?!\d)/;
const timeText =
  /^(?:T|\s+)\s*(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)?(?!\d)\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?/i;
/** Matches a date and a time without separators. */
const digits = /^(\d{8})(\d{4}(?:\d{2})?)(?!\d)/;

/**
 * Normalizes a date or time to the form of RFC 5545. Accepts separators, fractions, an offset and the hour 24; returns only the
 * date if no time follows it. @throws FeedError for an invalid one, such as February 30
 */
export function toCalendarTime(value: string, isDate: boolean): string {
  const invalid = () => new FeedError(`An event has a date that cannot be: ${value.slice(0, 40)}`);
  const text = value.trim().replace(digits, '$1T$2');
  const [dateMatch, year = '', , month = '', day = ''] = dateText.exec(text) ?? [];
  if (dateMatch === undefined) throw invalid();
  if (!isRealDate(Number(year), Number(month), Number(day))) throw invalid();
  const [timeMatch, hour = '', minute = '00', second = '00', offset = ''] =
    timeText.exec(text.slice(dateMatch.length)) ?? [];
  if (timeMatch === undefined) return `${year}${month}${day}`;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:00${toIsoOffset(offset)}`);
  if (Number.isNaN(moment.getTime())) throw invalid();
  if (isDate) return `${year}${month}${day}`;
  const minutes = moment.toISOString().slice(0, 16).replaceAll(/[-:]/g, '');
  return `${minutes}${second}${offset && 'Z'}`;
}

function isRealDate(year: number, month: number, day: number): boolean {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** Normalizes `+0200` and `+02` to `+02:00`, and anything else to `Z`. */
const toIsoOffset = (offset: string): string =>
  /^[+-]/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}` : 'Z';
