import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { TurnoversScreen } from '../ui/turnovers-screen.tsx';

export const meta = () => screenMeta('Turnovers');

export default function TurnoversPage() {
  return <TurnoversScreen />;
}
