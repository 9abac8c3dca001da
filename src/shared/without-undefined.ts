type Defined<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** Copies an object without its undefined fields. */
export const withoutUndefined = <T extends object>(
  values: T,
): { [Name in keyof Defined<T>]: Defined<T>[Name] } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
