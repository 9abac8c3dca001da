import Type, { type Static } from 'typebox';
import { described, flag, optional } from '../../platform/http/fields.server.ts';
import { body, type Sent } from '../../platform/http/shapes.server.ts';

export const backupRequest = body({
  prove: described(
    'Restores the newest backup into a database of its own and counts it, instead of making one',
    optional(flag('prove is true or false'), false),
  ),
});
export type BackupRequest = Sent<typeof backupRequest>;

export const backupQueued = Type.Object({ queued: Type.Enum(['backup', 'proof']) });
export type BackupQueued = Static<typeof backupQueued>;
