import type { Db } from '../../../db/client.server.ts';

export const listTemplates = (db: Db) =>
  db
    .selectFrom('message_templates')
    .select(['id', 'name', 'text'])
    .orderBy('position')
    .orderBy('name')
    .limit(200)
    .execute();
