import { calls, get, post } from '../../shared/http/calls.ts';
import type {
  DeletedCount,
  LibraryPage,
  LibraryQuery,
  MediaIds,
  MediaUses,
  UploadedFile,
  UploadedMedia,
} from './contract.server.ts';

/** Sent by `uploads/send-upload.ts`, which reports progress. */
export const uploads = calls('/upload', {
  media: post<undefined, UploadedMedia>('/media', 'Upload failed'),
  file: post<undefined, UploadedFile>('/file', 'Upload failed'),
});

export const mediaLibrary = calls('/admin/media', {
  list: get<LibraryPage, LibraryQuery>('', 'Failed to load the media library'),
  /** Counts how many of them were unused, and so deleted. */
  deleteUnused: post<MediaIds, DeletedCount>('/delete-unused', 'Failed to delete'),
});

export const oneMedia = calls('/admin/media/:id', {
  uses: get<MediaUses>('/uses', 'Failed to load where this is used'),
});
