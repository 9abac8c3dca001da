import { ApiError, type Fetch } from '../../shared/http/api-error.ts';
import { post } from './calls.ts';
import { noPostMessage, type Post } from './post.ts';

/** @throws ApiError 404 'Blog post not found' */
export const loadPost = (key: string, fetch?: Fetch): Promise<Post> =>
  post.read({ key, fetch }).catch((error: unknown) => {
    const isBare = error instanceof ApiError && error.status === 404 && !error.details.message;
    throw isBare ? new ApiError(404, noPostMessage) : error;
  });
