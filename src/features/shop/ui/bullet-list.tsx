import { Check } from 'lucide-react';

export function BulletList({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-lagoon" />
          {item}
        </li>
      ))}
    </ul>
  );
}
