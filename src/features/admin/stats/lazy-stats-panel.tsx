import { type ComponentType, useEffect, useState } from 'react';

/** The hosts' numbers, which load by themselves beside the table that is first. */
export function LazyStatsPanel() {
  const [Numbers, setNumbers] = useState<ComponentType>();
  useEffect(() => {
    import('./stats-panel.tsx').then(
      (loaded) => setNumbers(() => loaded.StatsPanel),
      () => {},
    );
  }, []);
  return Numbers ? <Numbers /> : <div className="h-[43rem] sm:h-[33.5rem] xl:h-[19.75rem]" />;
}
