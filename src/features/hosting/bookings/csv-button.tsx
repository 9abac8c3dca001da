import { Download } from 'lucide-react';
import { useState } from 'react';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { saveFile } from '../../admin/export/use-csv-download.ts';
import { hostedBookings } from './calls.ts';

/** The bookings that the filters leave, on all pages, as one file. */
export function CsvButton({ query }: { query: URLSearchParams }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  async function download() {
    setBusy(true);
    setProblem('');
    try {
      saveFile(await hostedBookings.csv({ query }), 'bookings.csv');
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
