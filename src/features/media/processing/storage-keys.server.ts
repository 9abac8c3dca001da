// Storage keys hold nothing of a file's original name.

/** A size of an image, or a video. */
export const variantKey = (id: string, name: string): string => `media/${id}/${name}`;

/** A file for download, served under its own name and only as an attachment. */
export const downloadKey = (id: string): string => `files/${id}/content.bin`;

/** An uploaded image until all its sizes are made; never served. */
export const originalKey = (id: string): string => `originals/${id}/picture.bin`;

export const uploadFolders = ['media/', 'files/', 'originals/'];

export const marksFolder = 'installations/';

export const markKey = (installationId: string): string => `${marksFolder}${installationId}.txt`;
