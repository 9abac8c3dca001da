import Type, { type TSchema } from 'typebox';
import {
  converted,
  described,
  type Field,
  field,
  optional,
  type Parsed,
  query,
  type Sent,
} from '../../../platform/http/fields.server.ts';
import { parsePaging } from './pagination.ts';

/** A text that is checked with the table, or in the words of every form. */
export const checkedLater = (schema: TSchema, description: string): Field<string | undefined> =>
  described(
    description,
    optional({ ...field<string>(schema, '', (value) => typeof value === 'string'), isCleaned: true }),
  );

export const pagingFields = {
  page: checkedLater(Type.Integer({ minimum: 1 }), 'From 1'),
  limit: checkedLater(Type.Integer({ minimum: 1, maximum: 200 }), 'Entries on a page, 50 if left out'),
};

export const pageQuery = converted(query(pagingFields), parsePaging);
export type PageParams = Sent<typeof pageQuery>;

const selectionFields = {
  sort: checkedLater(Type.String(), 'field:asc or field:desc; rows that are equal in it follow their ids'),
  filters: checkedLater(
    Type.String(),
    'A JSON object: {"status":"active"} is equality, {"price":{"gte":100,"lt":500}} uses the operators eq ne gt gte lt lte contains in isNull',
  ),
  search: checkedLater(Type.String(), 'Each of these words stands in a searchable field'),
};

export const selectionQuery = query(selectionFields);
export type SelectionParams = Parsed<typeof selectionQuery>;

export const listQuery = query({ ...pagingFields, ...selectionFields });
export type ListParams = Parsed<typeof listQuery>;
