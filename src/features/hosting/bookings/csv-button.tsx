import { Download } from 'lucide-react';
import { useState } from 'react';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { saveFile } from '../../admin/export/use-csv-download.ts';
import { hostedBookings } from './calls.ts';
import { type ListState, toQuery } from './list-state.ts';

/** The bookings that the filters leave, on all pages, as one file. */
export function CsvButton({ filters }: Pick<ListState, 'filters'>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  async function download() {
    setBusy(true);
    setProblem('');
    try {
      saveFile(await hostedBookings.csv({ query: toQuery({ filters, page: 1 }) }), 'bookings.csv');
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  }
  return (
    <>
      <SmallButton disabled={isBusy} onClick={() => void download()}>
        <Download aria-hidden="true" className="size-4" />
        {isBusy ? 'Exporting…' : 'Export CSV'}
      </SmallButton>
      {problem && (
        <div className="order-last basis-full">
          <ErrorAlert>{problem}</ErrorAlert>
        </div>
      )}
    </>
  );
}
