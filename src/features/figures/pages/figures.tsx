import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { FiguresScreen } from '../ui/figures-screen.tsx';

export const meta = () => screenMeta('Figures');

export default FiguresScreen;
