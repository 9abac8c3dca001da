import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { ReportsScreen } from '../../bookings/reports/reports-screen.tsx';

export const meta = () => screenMeta('Reports');

export default ReportsScreen;
