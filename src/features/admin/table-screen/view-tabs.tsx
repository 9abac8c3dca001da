import { Images, Rows3, Trash2 } from 'lucide-react';
import { Link } from 'react-router';

interface ViewTabsProps {
  table: string;
  view: string;
  hasLibrary: boolean;
  hasTrash: boolean;
}

export function ViewTabs({ table, view, hasLibrary, hasTrash }: ViewTabsProps) {
  if (!hasLibrary && !hasTrash) return null;
  const views = [
    ...(hasLibrary ? [{ name: 'library', label: 'Library', icon: Images }] : []),
    { name: 'rows', label: 'Rows', icon: Rows3 },
    ...(hasTrash ? [{ name: 'trash', label: 'Trash', icon: Trash2 }] : []),
  ];
  return (
    <nav aria-label="Views of this table" className="flex gap-1 rounded-lg bg-sand p-1">
      {views.map(({ name, label, icon: Icon }, index) => (
        <Link
          key={name}
          to={`/admin?${new URLSearchParams(index === 0 ? { table } : { table, view: name })}`}
          aria-current={view === name ? 'page' : undefined}
          className="flex min-h-9 items-center gap-1.5 rounded-md px-3 text-sm font-semibold text-slate hover:text-gulf aria-[current=page]:bg-white aria-[current=page]:text-gulf aria-[current=page]:shadow-card"
        >
          <Icon aria-hidden="true" className="size-4" />
          {label}
        </Link>
      ))}
    </nav>
  );
}
