const page = 'w-full px-4 py-5 sm:px-6';

/** A hosts' screen with lists and columns: all of them begin at the left edge of the header. */
export const listPageClass = `${page} max-w-7xl`;

/** A hosts' screen that is read. */
export const readingPageClass = `${page} max-w-4xl`;
