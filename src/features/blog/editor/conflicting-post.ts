import { ApiError } from '../../../shared/http/api-error.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { parseEditablePost } from '../calls.ts';
import type { EditablePost } from '../post.ts';

/** The present post, from the error of a conflict. */
export function conflictingPost(error: unknown): EditablePost | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { current } = error.details;
  return isRecord(current) ? parseEditablePost(current) : null;
}
