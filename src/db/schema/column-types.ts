import type { ColumnType } from 'kysely';

export type Moment = ColumnType<Date, Date | string | undefined, Date | string>;

/** JSON whose shape the features own: they read it back through their own types. */
export type Json<Shape> = ColumnType<Shape, string, string>;
