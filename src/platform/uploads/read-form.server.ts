import type { FileHandle } from 'node:fs/promises';
import { Busboy } from '@fastify/busboy';
import { AppError } from '../../shared/errors.ts';
import { pipeBody } from './pipe-body.server.ts';

export interface ReceivedFile {
  path: string;
  head: Buffer;
  sizeBytes: number;
  name: string;
  fields: Record<string, string>;
  remove(): Promise<void>;
}

interface SizeLimit {
  bytes: number;
  message: string;
}

export interface UploadLimits {
  max: SizeLimit;
  /** The names of other parts, each a short text. */
  fields: string[];
  /** @throws AppError for an unsupported type, which spares both sides the rest of the file */
  limitFor(head: Buffer): SizeLimit | Promise<SizeLimit>;
}

const headBytes = 4_100;
const maxFieldLength = 2_000;
const incomplete = 'The upload did not arrive completely. Please try again.';
const oneFile = 'Please send exactly one file.';

type Form = Omit<ReceivedFile, 'path' | 'remove'>;

/** Never cancels the body, which would close the connection before the response is sent. */
export function readForm(
  body: ReadableStream<Uint8Array>,
  type: string,
  handle: FileHandle,
  limits: UploadLimits,
): Promise<Form> {
  const parser = openParser(type);
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    let saving: Promise<Omit<Form, 'fields'>> | undefined;
    const reading = pipeBody(body, (chunk, wrote) => parser.write(chunk, wrote));
    const rejectAfterBody = (error: unknown) => void reading.stop().then(() => reject(error));
    const rejectAs = (message: string) => rejectAfterBody(new AppError('invalid', message));
    parser.on('file', (field, stream, filename) => {
      stream.on('error', () => rejectAs(incomplete));
      if (field !== 'file' || saving) return rejectAs(oneFile);
      saving = save(stream, handle, limits).then((saved) => ({ ...saved, name: filename ?? '' }));
      saving.catch(rejectAfterBody);
    });
    parser.on('field', (field, value, _, truncated) => {
      if (!limits.fields.includes(field)) rejectAs(oneFile);
      else if (truncated) rejectAs('A text of this form is too long.');
      else fields[field] = value;
    });
    for (const limit of ['filesLimit', 'partsLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => rejectAs(oneFile));
    parser.on('error', () => rejectAs(incomplete));
    parser.on('finish', () => {
      if (!saving) rejectAs(oneFile);
      else saving.then((saved) => resolve({ ...saved, fields }), rejectAfterBody);
    });
    reading.end.then(
      () => parser.end(),
      (error: unknown) => (error instanceof AppError ? rejectAfterBody(error) : rejectAs(incomplete)),
    );
  });
}

function openParser(type: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: {
        files: 1,
        fields: 4,
        parts: 5,
        fieldSize: maxFieldLength,
        headerPairs: 20,
        headerSize: 8_192,
      },
    });
  } catch (cause) {
    throw new AppError('invalid', incomplete, { cause });
  }
}

async function save(
  stream: AsyncIterable<Buffer>,
  handle: FileHandle,
  limits: UploadLimits,
): Promise<{ head: Buffer; sizeBytes: number }> {
  let head = Buffer.alloc(0);
  let sizeBytes = 0;
  let limit: SizeLimit | undefined;
  for await (const chunk of stream) {
    sizeBytes += chunk.length;
    if (!limit) {
      head = Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      limit = await limits.limitFor(head);
    }
    if (sizeBytes > limit.bytes) throw new AppError('tooLarge', limit.message);
    await handle.appendFile(sizeBytes === head.length ? head : chunk);
  }
  if (sizeBytes === 0) throw new AppError('invalid', 'This file is empty.');
  if (!limit) {
    limit = await limits.limitFor(head);
    await handle.appendFile(head);
  }
  return { head: head.subarray(0, headBytes), sizeBytes };
}
