import type { Settings } from '../../env.server.ts';

/** The hosts' mailbox and each host's own, for what cannot wait. */
export const hostAddresses = ({ hostsEmail, adminEmails }: Settings): string[] => [
  ...new Set([hostsEmail.toLowerCase(), ...adminEmails]),
];
