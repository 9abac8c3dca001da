export const maxNoteLength = 1000;

/** How many days after today are shown. */
export const arrivalWindowDays = 7;
