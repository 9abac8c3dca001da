import { AppError } from '../../shared/errors.ts';

export const unreadableVideo = (): AppError =>
  new AppError('invalid', 'This file could not be read as a video.');
