import { type FileHandle, open } from 'node:fs/promises';

const windowBytes = 256 * 1024;
const zeros = Buffer.alloc(windowBytes);

/** A file that is read in order, a window at a time, and changed in place. */
export class EditedFile {
  private readonly handle: FileHandle;
  private window = Buffer.alloc(0);
  private windowStart = 0;
  /** The file's size in bytes. */
  size: number;

  private constructor(handle: FileHandle, size: number) {
    this.handle = handle;
    this.size = size;
  }

  static async open(file: string): Promise<EditedFile> {
    const handle = await open(file, 'r+');
    return new EditedFile(handle, (await handle.stat()).size);
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /** Reads at most this many bytes; fewer at the end of the file. */
  async read(start: number, length: number): Promise<Buffer> {
    const isInWindow = start >= this.windowStart && start + length <= this.windowStart + this.window.length;
    if (!isInWindow) {
      const buffer = Buffer.alloc(Math.max(length, Math.min(windowBytes, Math.max(this.size - start, 0))));
      const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, start);
      this.window = buffer.subarray(0, bytesRead);
      this.windowStart = start;
    }
    const from = start - this.windowStart;
    return this.window.subarray(from, from + length);
  }

  async write(start: number, bytes: Buffer): Promise<void> {
    await this.handle.write(bytes, 0, bytes.length, start);
    const from = Math.max(start, this.windowStart);
    const to = Math.min(start + bytes.length, this.windowStart + this.window.length);
    if (from < to) bytes.copy(this.window, from - this.windowStart, from - start, to - start);
  }

  async zero(start: number, end: number): Promise<void> {
    for (let place = start; place < end; place += zeros.length)
      await this.write(place, zeros.subarray(0, Math.min(zeros.length, end - place)));
  }

  async truncate(size: number): Promise<void> {
    await this.handle.truncate(size);
    this.size = size;
    this.window = Buffer.alloc(0);
  }
}
