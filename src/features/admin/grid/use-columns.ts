import { useState } from 'react';
import type { TableForm } from '../schema/table.ts';

const defaultColumnCount = 40;

/** The column that names a row first, its id last. */
function orderedColumns(schema: TableForm): string[] {
  const names = Object.keys(schema.properties);
  const isId = (name: string) => schema.properties[name]?.primaryKey === true && name !== schema.label;
  const others = names.filter((name) => name !== schema.label && !isId(name));
  const first = names.includes(schema.label) ? [schema.label] : [];
  return [...first, ...others, ...names.filter(isId)];
}

const storageKey = (table: string) => `admin.columns.${table}`;

function loadColumns(table: string): string[] | null {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey(table)) ?? 'null');
    return Array.isArray(stored) ? stored.map(String) : null;
  } catch {
    return null;
  }
}

function saveColumns(table: string, columns: readonly string[] | null): void {
  try {
    if (columns) window.localStorage.setItem(storageKey(table), JSON.stringify(columns));
    else window.localStorage.removeItem(storageKey(table));
  } catch {
    // A browser without storage has the choice until the page is left.
  }
}

export type Columns = ReturnType<typeof useColumns>;

/** The columns in view: those named by the URL, else those stored in this browser, else the first 40. */
export function useColumns(table: string, schema: TableForm, named: readonly string[] | null) {
  const [stored, setStored] = useState(() => loadColumns(table));
  const all = orderedColumns(schema);
  const chosen = all.filter((name) => (named ?? stored)?.includes(name));
  return {
    all,
    visible: chosen.length > 0 ? chosen : all.slice(0, defaultColumnCount),
    save(columns: string[] | null) {
      saveColumns(table, columns);
      setStored(columns);
    },
  };
}
