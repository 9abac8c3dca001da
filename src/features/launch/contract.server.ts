import Type, { type Static } from 'typebox';
import { field, optional, text } from '../../platform/http/fields.server.ts';
import { body, type Sent } from '../../platform/http/shapes.server.ts';
import { launchGroups } from './checks.ts';

const moment = Type.String({ format: 'date-time' });
const keys = Type.Array(Type.String(), { maxItems: 500 });

export const checkRequest = body({ keys: optional(field<string[]>(keys, 'Name lines of the list')) });
export type CheckRequest = Sent<typeof checkRequest>;

export const confirmRequest = body({ key: text('The key', { max: 200 }) });
export type ConfirmRequest = Sent<typeof confirmRequest>;

export const openRequest = body({
  accept: optional(field<string[]>(keys, 'Name lines of the list')),
});
export type OpenRequest = Sent<typeof openRequest>;

export const closeRequest = body({ note: optional(text('The note', { max: 300 })) });
export type CloseRequest = Sent<typeof closeRequest>;

const checkSchema = Type.Object({
  key: Type.String(),
  group: Type.Enum([...launchGroups]),
  title: Type.String(),
  state: Type.Enum(['ok', 'todo', 'failed', 'unknown'], {
    description: 'todo: nobody has done it; failed: it is wrong; unknown: not looked at, or no answer came',
  }),
  blocks: Type.Boolean({ description: 'The site cannot be opened without it' }),
  detail: Type.String(),
  checkedAt: moment,
  since: Type.Union([moment, Type.Null()], { description: 'null: it was never looked at' }),
  confirmedBy: Type.Optional(Type.String({ description: 'The e-mail address of the host' })),
  to: Type.Union([Type.String(), Type.Null()], { description: 'The screen that mends it' }),
});

export const launchSchema = Type.Object({
  state: Type.Enum(['closed', 'open']),
  openedAt: Type.Union([moment, Type.Null()]),
  blocking: Type.Array(Type.String()),
  checks: Type.Array(checkSchema),
  release: Type.Object(
    {
      version: Type.String(),
      commit: Type.String({ description: 'Empty where it is not known' }),
      startedAt: moment,
    },
    { description: 'What runs, and since when its process does' },
  ),
  workerMissingSince: Type.Union([moment, Type.Null()], {
    description: 'When a process last worked on jobs, if none has for 10 minutes',
  }),
  hasBackupPlace: Type.Boolean({ description: 'Whether backups can be made and proven' }),
});
export type Launch = Static<typeof launchSchema>;
export type LaunchCheck = Static<typeof checkSchema>;

export const mailedSchema = Type.Object({ sent: Type.Integer({ minimum: 0 }) });
export type Mailed = Static<typeof mailedSchema>;
