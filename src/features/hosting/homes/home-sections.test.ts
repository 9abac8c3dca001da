import { expect, test } from 'vitest';
import { writableFields } from '../../../shared/forms/schema.ts';
import properties from '../../../shared/schemas/properties.ts';
import type { TableForm } from '../../admin/schema/table.ts';
import { homeSections, sectionForm } from './home-sections.ts';

test('every field that hosts set is in one section of a home’s page', () => {
  const fields = homeSections.flatMap((section) => section.fields);
  expect(fields.toSorted()).toEqual(
    writableFields(properties)
      .map(([name]) => name)
      .toSorted(),
  );
});

test('the form of a section has only its own fields, in its order', () => {
  const form = sectionForm(properties as unknown as TableForm, ['beds', 'guests', 'cellar']);
  expect(Object.keys(form.properties)).toEqual(['beds', 'guests']);
  expect(form.required).toEqual(['guests', 'beds']);
});
