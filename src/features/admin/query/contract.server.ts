import Type, { type TSchema } from 'typebox';
import { checkedLater, described } from '../../../platform/http/fields.server.ts';
import { converted, type Parsed, query, type Sent } from '../../../platform/http/shapes.server.ts';
import { parsePaging } from './pagination.ts';

/** A text that is checked with the table, or in the words of every form. */
export const tableParam = (schema: TSchema, description: string) =>
  described(description, checkedLater(schema, undefined));

export const pagingFields = {
  page: tableParam(Type.Integer({ minimum: 1 }), 'From 1'),
  limit: tableParam(Type.Integer({ minimum: 1, maximum: 200 }), 'Entries on a page, 50 if left out'),
};

export const pageQuery = converted(query(pagingFields), parsePaging);
export type PageParams = Sent<typeof pageQuery>;

const selectionFields = {
  sort: tableParam(Type.String(), 'field:asc or field:desc; rows that are equal in it follow their ids'),
  filters: tableParam(
    Type.String(),
    'A JSON object: {"status":"active"} is equality, {"price":{"gte":100,"lt":500}} uses the operators eq ne gt gte lt lte contains in isNull',
  ),
  search: tableParam(Type.String(), 'Each of these words stands in a searchable field'),
};

export const selectionQuery = query(selectionFields);
export type SelectionParams = Parsed<typeof selectionQuery>;

export const listQuery = query({ ...pagingFields, ...selectionFields });
export type ListParams = Parsed<typeof listQuery>;
