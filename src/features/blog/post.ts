import type { Static } from 'typebox';
import type { postPreviewSchema } from './post.schema.server.ts';

/** A published post as lists show it; its moments are ISO 8601. */
export type PostPreview = Static<typeof postPreviewSchema>;
