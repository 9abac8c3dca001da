/** Whether this is an object with named values, as a body of JSON is: not `null`, no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
