import { lazy, Suspense } from 'react';
import type { RowPage } from '../calls/contract.server.ts';
import { type Condition, isSameFilter } from '../query/filter.ts';
import type { ChangeQuery } from '../query/url-state.ts';
import type { TableForm } from '../schema/table.ts';
import { FilterChips } from './filter-chips.tsx';

const FilterBuilder = lazy(async () => ({
  default: (await import('./filter-builder.tsx')).FilterBuilder,
}));

/** The condition that is changed in the builder, or a new one; null while the builder is closed. */
export type Building = Condition | 'new' | null;

interface FiltersProps {
  schema: TableForm;
  conditions: Condition[];
  labels: RowPage['labels'];
  building: Building;
  setBuilding(building: Building): void;
  change: ChangeQuery;
}

/** The filter builder, while it is open, and the chips of the filters in the URL. */
export function Filters({ schema, conditions, labels, building, setBuilding, change }: FiltersProps) {
  return (
    <>
      {building && (
        <Suspense fallback={null}>
          <FilterBuilder
            key={building === 'new' ? '' : JSON.stringify(building)}
            schema={schema}
            initial={building === 'new' ? null : building}
            add={(condition) => {
              change((query) => ({ conditions: withCondition(query.conditions, condition, building) }));
              setBuilding('new');
            }}
          />
        </Suspense>
      )}
      <FilterChips
        schema={schema}
        conditions={conditions}
        labels={labels}
        change={(edit) => change((query) => ({ conditions: edit(query.conditions) }))}
        edit={setBuilding}
      />
    </>
  );
}

/** Adds a condition in place of the one it was made from, and of another with the same field and operator. */
function withCondition(conditions: Condition[], added: Condition, from: Condition | 'new'): Condition[] {
  const others = conditions.filter(
    (one) => !isSameFilter(one, added) && (from === 'new' || !isSameFilter(one, from)),
  );
  return [...others, added];
}
