type Iso<T> = T extends Date ? string : T;

/** Replaces the moments of a row by ISO 8601, as its JSON has them. */
export const isoMoments = <Row extends object>(row: Row): { [Name in keyof Row]: Iso<Row[Name]> } =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as never;
