import { ApiError } from '../../../shared/http/api-error.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { parseEditablePost } from '../calls.ts';
import type { EditablePost } from '../post.ts';

/** The post as it is now, of an error that says somebody else has changed it. */
export function conflictingPost(error: unknown): EditablePost | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { current } = error.details;
  return isRecord(current) ? parseEditablePost(current) : null;
}
