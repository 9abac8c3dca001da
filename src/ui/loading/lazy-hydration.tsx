import {
  type ComponentType,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation } from 'react-router';
import { onIdle } from '../browser/on-idle.ts';
import { latePart, reportHydrated } from './early-presses.ts';

/** The lazy parts of the page in view. */
const mountedParts = new Set<Pick<LazyPart<never>, 'load' | 'loaded'>>();

const maxLoadMs = 2_000;

/** Loads the parts of the current page, for an update that would replace missing ones by their fallbacks. */
export async function loadMountedParts(): Promise<void> {
  for (const part of mountedParts) part.load();
  const loaded = Promise.all([...mountedParts].map((part) => part.loaded));
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, maxLoadMs))]);
}

const isServer = typeof document === 'undefined';

const loadingOnServer = new Set<Promise<void>>();

/**
 * Waits until the server has loaded every part, also nested ones: it renders in one pass, and a missing part would
 * render its fallback.
 */
export async function serverPartsLoaded(): Promise<void> {
  for (const part of loadingOnServer) {
    await part;
    loadingOnServer.delete(part);
  }
}

const settlingMs = 2_000;

/** Calls back some time after the page has loaded and is idle. @returns a function that cancels it */
function afterSettling(callBack: () => void): () => void {
  let timer = 0;
  const stop = onIdle(() => {
    timer = window.setTimeout(callBack, settlingMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

const movedEvents = ['pointermove', 'touchstart', 'wheel', 'scroll', 'keydown'] as const;

/**
 * Calls back when the guest scrolls or moves, at the latest some time after the page has loaded.
 * @returns a function that cancels it
 */
function onceMoved(callBack: () => void): () => void {
  const stopSettling = afterSettling(callBack);
  for (const event of movedEvents) window.addEventListener(event, callBack, { once: true, passive: true });
  return () => {
    stopSettling();
    for (const event of movedEvents) window.removeEventListener(event, callBack);
  };
}

/** How far below the window a part begins to load. */
const marginPx = 500;

const useEvents = ['focusin', 'pointerdown'] as const;

/** A component whose scripts load when they are needed. */
export interface LazyPart<Props> {
  component: ComponentType<Props> | null;
  loaded: Promise<void>;
  /** Loads the part once; after a failure it may be called again. */
  load(): void;
  /** Whether it also loads without an event, some time after the page. */
  isLoadedLater: boolean;
  /** Whether it comes after the page itself, even in view. */
  yieldsToPage: boolean;
}

interface LazyPartOptions {
  /** Loads it some time after the page, for updates of the whole page and typed-in forms, which should find it loaded. */
  isLoadedLater?: boolean;
  /** Delays a part that is read before it is used: in view, it loads when the guest moves, or some time after the page. */
  yieldsToPage?: boolean;
}

export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  { isLoadedLater = false, yieldsToPage = false }: LazyPartOptions = {},
): LazyPart<Props> {
  const { promise: loaded, resolve } = Promise.withResolvers<void>();
  let isLoading = false;
  const part: LazyPart<Props> = {
    component: null,
    loaded,
    isLoadedLater,
    yieldsToPage,
    load() {
      if (isLoading) return;
      isLoading = true;
      const attempt = load().then(
        (component) => {
          part.component = component;
          resolve();
        },
        // The part stays as the server rendered it until it is used again.
        () => {
          isLoading = false;
        },
      );
      if (isServer) loadingOnServer.add(attempt);
    },
  };
  if (isServer) part.load();
  return part;
}

interface LazyHydrationProps<Props> {
  part: LazyPart<Props>;
  /** Shown while it loads on a page that the server did not render. */
  fallback?: ReactNode;
  className?: string;
  children(part: ComponentType<Props>): ReactNode;
}

/**
 * A part that the server renders. Its scripts load when it comes near, is used, or the URL changes; a part without
 * server markup loads immediately.
 */
export function LazyHydration<Props>({ part, fallback, className, children }: LazyHydrationProps<Props>) {
  const box = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const [first] = useState({ key, isRendered: useIsServerRendered(), fallback, children });
  const [isHydrated, setHydrated] = useState(false);
  const isAsRendered = key === first.key && first.isRendered;
  // A new URL may change the part, which React can only do once it is loaded.
  if (!isAsRendered) part.load();
  useEffect(() => (box.current ? onNear(box.current, part) : undefined), [part]);
  useEffect(() => {
    mountedParts.add(part);
    const stop = part.isLoadedLater ? afterSettling(part.load) : undefined;
    return () => {
      mountedParts.delete(part);
      stop?.();
    };
  }, [part]);
  // An update before the part is loaded would replace the server's HTML by the fallback, so it waits.
  const render = isAsRendered && !isHydrated ? first.children : children;
  const content = useMemo(
    () => (
      <Suspense fallback={first.fallback}>
        <Part
          part={part}
          onHydrated={() => {
            reportHydrated(box.current);
            setHydrated(true);
          }}
        >
          {render}
        </Part>
      </Suspense>
    ),
    [part, first, render],
  );
  return (
    <div ref={box} className={className} {...latePart}>
      {content}
    </div>
  );
}

const never = () => () => {};

/** Whether the server rendered this already; only true in the first render. */
const useIsServerRendered = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );

interface PartProps<Props> extends Pick<LazyHydrationProps<Props>, 'part' | 'children'> {
  onHydrated(): void;
}

function Part<Props>({ part, onHydrated, children }: PartProps<Props>) {
  if (!part.component) use(part.loaded);
  return part.component && <Hydrated callBack={onHydrated}>{children(part.component)}</Hydrated>;
}

/** Calls back after the effects of its children. */
function Hydrated({ callBack, children }: { callBack(): void; children: ReactNode }) {
  useEffect(callBack, [callBack]);
  return children;
}

/** Loads a part when its element is near the window, or when it is used. @returns a function that cancels it */
function onNear(
  element: Element,
  { load, yieldsToPage }: Pick<LazyPart<never>, 'load' | 'yieldsToPage'>,
): () => void {
  let stopWaiting = () => {};
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      stopWaiting();
      if (yieldsToPage) stopWaiting = onceMoved(load);
      else load();
    },
    { rootMargin: `${marginPx}px` },
  );
  observer.observe(element);
  for (const event of useEvents) element.addEventListener(event, load);
  return () => {
    observer.disconnect();
    stopWaiting();
    for (const event of useEvents) element.removeEventListener(event, load);
  };
}
