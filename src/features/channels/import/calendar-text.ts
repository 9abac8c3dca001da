import { FeedError } from '../feed.ts';

/** One component of a calendar file: its unfolded lines without those of components inside it. */
export interface Component {
  name: string;
  lines: string[];
}

const notCalendar = 'There is no calendar at this address';
const broken = 'The calendar is broken or cut off';

/** Parses the events and time zones of a calendar (RFC 5545). @throws FeedError for a file that is no calendar, cut off or badly nested */
export function splitCalendar(text: string): { events: Component[]; timeZones: string[][] } {
  const lines = unfold(text).filter((line) => line.trim() !== '');
  if (lines[0] === undefined) throw new FeedError('The calendar file is empty.');
  if (!isLine(lines[0], 'BEGIN:VCALENDAR'))
    throw new FeedError(
      /^\s*<(!doctype|html|\?xml)/i.test(lines[0])
        ? `${notCalendar}, but a web page. Please copy the link for calendar export again.`
        : `${notCalendar}: the file does not begin with BEGIN:VCALENDAR.`,
    );
  if (!isLine(lines.at(-1) ?? '', 'END:VCALENDAR'))
    throw new FeedError(`${broken}: it does not end with END:VCALENDAR.`);
  return cut(lines);
}

/** Matches every line end that senders use, and folded lines (3.1). */
const unfold = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');

const isLine = (line: string, expected: string): boolean => line.trim().toUpperCase() === expected;

function cut(lines: string[]): { events: Component[]; timeZones: string[][] } {
  const events: Component[] = [];
  const timeZones: string[][] = [];
  const open: Component[] = [];
  for (const line of lines) {
    const begin = markedName(line, 'BEGIN:');
    const end = markedName(line, 'END:');
    if (begin) open.push({ name: begin, lines: [] });
    const top = open.at(-1);
    if (!top) throw new FeedError(`${broken}: there is text outside of it.`);
    if (end && end !== top.name) throw new FeedError(`${broken}: ${top.name} is not closed.`);
    const zone = open.some(({ name }) => name === 'VTIMEZONE');
    if (zone) timeZones.at(begin === 'VTIMEZONE' ? timeZones.push([]) - 1 : -1)?.push(line.trim());
    else if (!begin && !end) top.lines.push(line);
    if (end) {
      open.pop();
      if (end === 'VEVENT' && !zone) events.push(top);
    }
  }
  return { events, timeZones };
}

const markedName = (line: string, mark: string): string | undefined =>
  line.slice(0, mark.length).toUpperCase() === mark
    ? line.slice(mark.length).trim().toUpperCase()
    : undefined;

/** A property of a component: its name in capitals, its parameters with their semicolon, and its value. */
export interface Property {
  name: string;
  params: string;
  value: string;
}

const afterName = /^((?:;[^:;="]+=(?:"[^"]*"|[^";:])*)*):(.*)$/;

/** The properties of a component with one of the names, in their order. */
export function readProperties({ lines }: Component, names: ReadonlySet<string>): Property[] {
  return lines.flatMap((line) => {
    const name = line.slice(0, line.search(/[:;]/)).toUpperCase();
    if (!names.has(name)) return [];
    const [, params = '', value = ''] = afterName.exec(line.slice(name.length)) ?? [];
    return [{ name, params, value: value.trim() }];
  });
}
