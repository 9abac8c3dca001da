import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { MessagesScreen } from '../ui/messages-screen.tsx';

export const meta = () => screenMeta('Messages');

export default function MessagesPage() {
  return <MessagesScreen />;
}
