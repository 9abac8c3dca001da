import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { suggestSlug } from '../../../shared/text/slug.ts';
import { invalidateData, schemaQuery } from '../../admin/calls/queries.ts';
import { EditDialog } from '../../admin/edit/edit-dialog.tsx';
import type { TableForm } from '../../admin/schema/table.ts';
import { sectionForm } from './home-sections.ts';
import { homeQuery } from './queries.ts';

const fields = ['title', 'slug', 'description', 'guests', 'beds', 'baths', 'nightly_cents', 'is_listed'];

/** The few fields that a new home begins with; its address may be left to the title. */
function newHomeForm(schema: TableForm): TableForm {
  const form = sectionForm(schema, fields);
  const { slug } = form.properties;
  return {
    ...form,
    required: form.required.filter((name) => name !== 'slug'),
    properties: slug
      ? {
          ...form.properties,
          slug: {
            ...slug,
            title: 'Web address',
            description: 'The end of it, such as pelican-house; left empty, it is made from the title',
          },
        }
      : form.properties,
  };
}

const withSlug = (values: FormValues): FormValues => ({
  ...values,
  slug: values.slug || suggestSlug(String(values.title ?? '')),
});

/** Adds a home that no guest sees yet, and opens its page, where everything else is set. */
export function AddHome({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: schema } = useQuery(schemaQuery('properties'));
  if (!schema) return null;
  return (
    <EditDialog
      table="properties"
      title="Add a home"
      schema={newHomeForm(schema)}
      row={null}
      initial={{ is_listed: false }}
      complete={withSlug}
      onSaved={(home) => {
        void invalidateData(client);
        if (!home) return onClose();
        client.setQueryData(homeQuery(String(home.slug)).queryKey, home);
        navigate(`/admin/homes/${String(home.slug)}`);
      }}
      onClose={onClose}
    />
  );
}
