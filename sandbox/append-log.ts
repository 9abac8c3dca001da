import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** A keyed collection that remembers the order in which its entries were first added. */
export type Table<T> = {
  get(id: string): T | undefined;
  /** Every entry, oldest first. */
  all(): T[];
  put(id: string, value: T): T;
  clear(): void;
};

/** The stored data of the stand-ins. */
export type Journal = {
  /** A table called `name`; it deletes its oldest entries beyond `maxEntries`. */
  table<T>(name: string, maxEntries: number): Table<T>;
  close(): void;
};

type Line = { table: string; id?: string; value?: unknown };

/**
 * Opens the stored data of the stand-ins. With a file, each change is appended to it as one line of JSON before the
 * call returns, so a killed process loses nothing; without one, all is gone when the process ends.
 */
export function openJournal(file?: string): Journal {
  const tables = file ? readTables(file) : new Map<string, Map<string, unknown>>();
  const descriptor = file ? rewrite(file, tables) : undefined;
  const write = (line: Line) => {
    if (descriptor !== undefined) writeSync(descriptor, `${JSON.stringify(line)}\n`);
  };
  return {
    table<T>(name: string, maxEntries: number): Table<T> {
      const entries = (tables.get(name) ?? new Map()) as Map<string, T>;
      tables.set(name, entries);
      return {
        get: (id) => entries.get(id),
        all: () => [...entries.values()],
        put(id, value) {
          write({ table: name, id, value });
          entries.set(id, value);
          const oldest = entries.keys().next().value;
          if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
          return value;
        },
        clear() {
          write({ table: name });
          entries.clear();
        },
      };
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

function readTables(file: string): Map<string, Map<string, unknown>> {
  const tables = new Map<string, Map<string, unknown>>();
  if (!existsSync(file)) return tables;
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    const line = readLine(text);
    if (!line) continue;
    const entries = tables.get(line.table) ?? new Map<string, unknown>();
    tables.set(line.table, entries);
    if (line.id === undefined) entries.clear();
    else entries.set(line.id, line.value);
  }
  return tables;
}

/** A process killed while it wrote leaves half a line at the end; that change was never confirmed to anyone. */
function readLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

/** Replaces the history by the present state and returns a descriptor to append to. */
function rewrite(file: string, tables: Map<string, Map<string, unknown>>): number {
  mkdirSync(dirname(file), { recursive: true });
  const lines: string[] = [];
  for (const [table, entries] of tables) {
    for (const [id, value] of entries) lines.push(`${JSON.stringify({ table, id, value })}\n`);
  }
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return openSync(file, 'a');
}
