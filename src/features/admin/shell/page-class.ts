const page = 'w-full px-4 py-5 sm:px-6';

/** A hosts' screen with lists and columns: all of them have the edges of the header, up to this width. */
export const listPageClass = `${page} max-w-[90rem]`;

/** A hosts' screen that is read. */
export const readingPageClass = `${page} max-w-4xl`;
