import { Alert } from '../../../ui/alert.tsx';
import type { CheckedReading } from '../../channels/contract.server.ts';

/** `1 of 2 overlaps The Lindens`: our stays that a reading overlaps; empty for none. */
export function Overlaps({ reading: { events, overlaps } }: { reading: CheckedReading }) {
  if (overlaps.length === 0) return null;
  const names = [...new Set(overlaps.map(({ name }) => name))].join(', ');
  const verb = overlaps.length === 1 ? 'overlaps' : 'overlap';
  return (
    <Alert failed>
      {`${overlaps.length} of ${events.length} ${verb} ${names}. Above stands what you can do.`}
    </Alert>
  );
}
