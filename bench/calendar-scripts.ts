/** The file of the calendar that guests choose from. */
const calendarFile = /\/range-calendar-[\w-]+\.js$/;

const imported = /(?:from|import)\s*"(\.\/[\w.-]+\.js)"/g;

/**
 * Tells the scripts that came with the calendar from those that the page needs without it.
 * @param scripts text of each loaded script by its URL
 */
export function splitCalendar(scripts: ReadonlyMap<string, string>): {
  before: string[];
  calendar: string[];
} {
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
  return {
    before: loaded.filter((url) => before.has(url)),
    calendar: loaded.filter((url) => !before.has(url)),
  };
}
