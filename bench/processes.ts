import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  parent: number;
  command: string;
}

/** The processes of this machine that have not ended, by their ids (Linux only). */
export function processes(): Map<number, Process> {
  const all = new Map<number, Process>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') continue;
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      all.set(Number(name), { parent: Number(parent), command });
    } catch {
      // It ended while we looked.
    }
  }
  return all;
}

/** The memory of a process that is in use now, in MB (10^6 bytes); shared pages included (Linux only). */
export function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024) / 1e6;
}

/** Seconds of processor time a process has used (Linux only; its clock ticks 100 times a second). */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
