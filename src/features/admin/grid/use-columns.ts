import { useState } from 'react';
import type { TableForm } from '../schema/table.ts';

/** With more columns than this a table shows the first ones until somebody chooses. */
const defaultColumnCount = 40;

/** All columns as they are shown: the one that names a row first, its id last. */
function orderedColumns(schema: TableForm): string[] {
  const names = Object.keys(schema.properties);
  const isId = (name: string) => schema.properties[name]?.primaryKey === true && name !== schema.label;
  const others = names.filter((name) => name !== schema.label && !isId(name));
  const first = names.includes(schema.label) ? [schema.label] : [];
  return [...first, ...others, ...names.filter(isId)];
}

const storageKey = (table: string) => `admin.columns.${table}`;

/** What this browser keeps; `null` without a choice, or in a browser that keeps nothing. */
function loadColumns(table: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(storageKey(table)) ?? 'null');
    return Array.isArray(kept) ? kept.map(String) : null;
  } catch {
    return null;
  }
}

function saveColumns(table: string, columns: readonly string[] | null): void {
  try {
    if (columns) window.localStorage.setItem(storageKey(table), JSON.stringify(columns));
    else window.localStorage.removeItem(storageKey(table));
  } catch {
    // A browser that keeps nothing shows the choice until the page is left.
  }
}

/**
 * The columns in view, in their order: those the address names, else what this browser keeps, else all of them.
 * @param named by the address
 */
export function useColumns(table: string, schema: TableForm, named: readonly string[] | null) {
  const [kept, setKept] = useState(() => loadColumns(table));
  const all = orderedColumns(schema);
  const chosen = all.filter((name) => (named ?? kept)?.includes(name));
  return {
    all,
    visible: chosen.length > 0 ? chosen : all.slice(0, defaultColumnCount),
    /** @param columns `null` returns to all */
    keep(columns: string[] | null) {
      saveColumns(table, columns);
      setKept(columns);
    },
  };
}
