/** A pattern for LIKE that finds a text anywhere; what LIKE would take for a wildcard is escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
