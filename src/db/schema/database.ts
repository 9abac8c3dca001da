import type { AuthTables } from './auth.ts';
import type { ContentTables } from './content.ts';
import type { OperationsTables } from './operations.ts';
import type { SalesTables } from './sales.ts';

export interface Database extends AuthTables, ContentTables, OperationsTables, SalesTables {}
