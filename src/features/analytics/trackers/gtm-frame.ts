/** The page of ours that holds the tag manager. */
export const tagFramePath = '/embed/tags';

/** What that page says once it listens. */
export const tagFrameReady = 'tags-ready';
