// `npm run db:schema`: writes src/db/schema.sql after a new migration.
import { writeFileSync } from 'node:fs';
import { dumpMigratedSchema, schemaFile } from './dump-schema.ts';

writeFileSync(schemaFile, await dumpMigratedSchema());
