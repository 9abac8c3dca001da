type ProcessMessage = { ready: string } | { progress: string } | { failed: string };

/** Notifies the parent process, if there is one. */
export function notifyParent(message: ProcessMessage): void {
  if (process.connected) process.send?.(message);
}

/** Runs `start` until a signal comes or the parent process ends. */
export async function runProcess(start: () => Promise<() => Promise<void>>): Promise<void> {
  let stop: (() => Promise<void>) | undefined;
  let stopping = false;
  async function shutDown(): Promise<void> {
    if (stopping) return;
    stopping = true;
    // An interrupted start leaves nothing half done: migrations and the seed are transactions.
    await stop?.();
    process.exit(0);
  }
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => void shutDown());
  if (process.send && !process.connected) process.exit(0);
  try {
    stop = await start();
  } catch (error) {
    exitWithError(error);
  }
}

function exitWithError(error: unknown): never {
  const text = error instanceof Error ? error.message : String(error);
  if (process.send) notifyParent({ failed: text });
  else console.error(text);
  process.exit(1);
}
