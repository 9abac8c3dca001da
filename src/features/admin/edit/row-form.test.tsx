import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { dateTime, text } from '../../../shared/forms/field-builders.ts';
import { useFormState } from '../../../ui/forms/use-form-state.ts';
import type { Row, TableForm } from '../schema/table.ts';
import { RowForm } from './row-form.tsx';
import { rowErrors } from './validate-row.ts';

const schema: TableForm = {
  type: 'object',
  title: 'Boats',
  description: '',
  required: ['name'],
  properties: {
    id: { type: 'integer', title: 'ID', readOnly: true, primaryKey: true },
    name: text({ title: 'Name' }),
    created_at: dateTime({ title: 'Created', readOnly: true }),
  },
  label: 'name',
  verbs: { create: true, update: true, delete: true },
};

function Form({ row }: { row: Row | null }) {
  const form = useFormState(schema, row ?? {}, rowErrors);
  return (
    <RowForm
      id="row"
      schema={schema}
      row={row}
      form={form}
      disabled={false}
      onSubmit={() => {}}
      onPending={() => {}}
    />
  );
}

const labels = (row: Row | null) =>
  [...renderToStaticMarkup(<Form row={row} />).matchAll(/data-field="(\w+)"/g)].map(([, name]) => name);

test('the form of a new row has only the fields that hosts fill in, that of a row all of them', () => {
  expect(labels(null)).toEqual(['name']);
  expect(labels({ id: 1, name: 'Pelican', created_at: '2026-11-30T12:00:00.000Z' })).toEqual([
    'id',
    'name',
    'created_at',
  ]);
});
