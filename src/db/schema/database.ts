import type { AuthTables } from './auth.ts';
import type { ContentTables } from './content.ts';
import type { OperationsTables } from './operations.ts';
import type { SalesTables } from './sales.ts';

/** Every table the product reads or writes, by its name in PostgreSQL. */
export interface Database extends AuthTables, ContentTables, OperationsTables, SalesTables {}
