import Type, { type Static } from 'typebox';
import { query, type Sent } from '../../../platform/http/shapes.server.ts';
import type { FormSchema } from '../../../shared/forms/schema.ts';
import { formBody } from '../calls/contract.server.ts';
import { tableParam } from '../query/contract.server.ts';
import { maxViewNameLength } from './view.ts';

const text = Type.String();

export const viewsQuery = query({ table: tableParam(text, 'Its name') });
export type ViewsParams = Sent<typeof viewsQuery>;

export const viewSchema = Type.Object({
  id: text,
  table: text,
  name: text,
  query: Type.String({ description: 'The search part of the list’s URL' }),
});
export type SavedView = Static<typeof viewSchema>;

export const viewsSchema = Type.Object({ data: Type.Array(viewSchema) });
export type SavedViewList = Static<typeof viewsSchema>;

/** Characters of the search part of a URL. */
export const maxQueryLength = 8_000;

/** Checks a view in the words of every form. */
export const viewForm: FormSchema = {
  type: 'object',
  required: ['table', 'name'],
  properties: {
    table: { type: 'string', title: 'Table' },
    name: { type: 'string', title: 'Name', minLength: 1, maxLength: maxViewNameLength },
    query: { type: 'string', title: 'View', maxLength: maxQueryLength, default: '', format: 'textarea' },
  },
};

export type NewView = Omit<SavedView, 'id'>;

export const viewBody = formBody<NewView>(Type.Unsafe(viewForm));
