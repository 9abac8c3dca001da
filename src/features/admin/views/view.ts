/** Characters. */
export const maxViewNameLength = 60;
