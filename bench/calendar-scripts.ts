/** The file of the calendar that guests choose from. */
const calendarFile = /\/range-calendar-[\w-]+\.js$/;

const imported = /(?:from|import)\s*"(\.\/[\w.-]+\.js)"/g;

/**
 * Tells the scripts that came with the calendar from those that the page needs without it. On a page with a calendar,
 * whatever came only while it was scrolled counts as the calendar's.
 * @param scripts text of each loaded script by its URL
 * @param atFirst of them, those that were loaded before the page was scrolled
 */
export function splitCalendar(
  scripts: ReadonlyMap<string, string>,
  atFirst: ReadonlySet<string>,
): { before: string[]; calendar: string[] } {
  const withImports = (urls: Iterable<string>): Set<string> => {
    const all = new Set(urls);
    for (const url of all)
      for (const [, file = ''] of (scripts.get(url) ?? '').matchAll(imported))
        all.add(new URL(file, url).href);
    return all;
  };
  const loaded = [...scripts.keys()];
  const ofCalendar = withImports(loaded.filter((url) => calendarFile.test(url)));
  const before = withImports(loaded.filter((url) => !ofCalendar.has(url)));
  const isBefore = (url: string) => before.has(url) && (ofCalendar.size === 0 || atFirst.has(url));
  return { before: loaded.filter(isBefore), calendar: loaded.filter((url) => !isBefore(url)) };
}
