// Where the files of an upload lie in the storage. Nothing of what its owner called it is part of a key.

/** Everything that is shown: the sizes of a picture, or a video. */
export const variantKey = (id: string, name: string): string => `media/${id}/${name}`;

/** A file to download; it is served under its own name, and only as an attachment. */
export const downloadKey = (id: string): string => `files/${id}/content.bin`;

/** A picture as it was uploaded, until all its sizes are made. No address leads to it. */
export const originalKey = (id: string): string => `originals/${id}/picture.bin`;

/** The folders in which uploads lie, each with one folder for every id. */
export const uploadFolders = ['media/', 'files/', 'originals/'];

/** Holds one mark for each database that uses the storage. */
export const marksFolder = 'installations/';

export const markKey = (installationId: string): string => `${marksFolder}${installationId}.txt`;
