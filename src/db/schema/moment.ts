import type { ColumnType } from 'kysely';

export type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
