import { pluralize } from '../../../shared/text/text.ts';
import { Alert } from '../../../ui/alert.tsx';
import type { CheckedReading } from '../../channels/contract.server.ts';

/** `1 overlap: The Lindens`: our stays that a reading overlaps; empty for none. */
export function Overlaps({ reading: { overlaps } }: { reading: Pick<CheckedReading, 'overlaps'> }) {
  if (overlaps.length === 0) return null;
  const names = [...new Set(overlaps.map(({ name }) => name))].join(', ');
  return (
    <Alert
      failed
    >{`${pluralize(overlaps.length, 'overlap')}: ${names}. Above stands what you can do.`}</Alert>
  );
}
