import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { onIdle } from '../../../ui/browser/on-idle.ts';
import { useInView } from '../../../ui/browser/use-in-view.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { parseVideo, type Video } from '../embeds/video-url.ts';
import { useSectionLink } from '../layout/section-links.ts';
import { StaySearchForm } from './stay-search-form.tsx';

/** A still image, then the muted video once it is near, with a button to stop it. */
export function VideoShowcase({ settings }: { settings: SiteSettings }) {
  const video = parseVideo(settings.video_url);
  if (!video) return <TextShowcase settings={settings} />;
  return (
    <section id="hero" aria-labelledby="hero-title" className="grid bg-deep">
      <div className="relative aspect-video w-full self-stretch overflow-hidden md:col-start-1 md:row-start-1 md:aspect-[21/9] lg:aspect-[2.5/1]">
        <Tour video={video} settings={settings} />
        <div className="pointer-events-none absolute inset-0 hidden bg-linear-to-r from-deep/85 via-deep/40 to-transparent md:block" />
      </div>
      <div className="page-width relative self-center py-9 md:col-start-1 md:row-start-1">
        <Headline settings={settings} />
      </div>
      <div className="page-width relative pb-9 md:col-start-1 md:-mt-8 md:pb-10">
        <StaySearchForm />
      </div>
    </section>
  );
}

function TextShowcase({ settings }: { settings: SiteSettings }) {
  return (
    <section id="hero" aria-labelledby="hero-title" className="bg-deep">
      <div className="page-width grid gap-9 py-20 md:py-28">
        <Headline settings={settings} />
        <StaySearchForm />
      </div>
    </section>
  );
}

function Headline({ settings }: { settings: SiteSettings }) {
  return (
    <div className="max-w-xl text-white">
      <h1 id="hero-title" className="text-4xl sm:text-5xl lg:text-6xl">
        {settings.video_headline}
      </h1>
      <p className="mt-4 text-lg text-white/95 sm:text-xl">Your Perfect Beachfront Vacation Awaits</p>
      <ShowcaseActions />
    </div>
  );
}

function Tour({ video, settings }: { video: Video; settings: SiteSettings }) {
  const box = useRef<HTMLDivElement>(null);
  const near = useInView(box);
  /** `null` until it is started; the visitor's choice stays. */
  const [playing, setPlaying] = useState<boolean | null>(null);
  const Icon = playing ? Pause : Play;

  useEffect(() => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (near && !calm) return onIdle(() => setPlaying((now) => now ?? true));
  }, [near]);

  return (
    <div ref={box} className="absolute inset-0">
      {settings.videoPoster && (
        <ResponsiveImage
          image={settings.videoPoster}
          sizes="100vw"
          eager
          className="absolute! inset-0 size-full"
        />
      )}
      {playing && <Player video={video} />}
      <button
        type="button"
        onClick={() => setPlaying(!playing)}
        className="absolute right-4 bottom-4 z-10 grid md:bottom-12 size-11 place-items-center rounded-full bg-deep/75 text-white hover:bg-deep"
        aria-label={playing ? 'Pause video' : 'Play video'}
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}

/** Mounted only while it plays. */
function Player({ video }: { video: Video }) {
  if (video.kind === 'file') {
    return (
      <video
        src={video.url}
        autoPlay
        muted
        loop
        playsInline
        disablePictureInPicture
        tabIndex={-1}
        aria-label="Video tour of the beach"
        className="absolute inset-0 size-full object-cover"
      />
    );
  }
  return (
    <iframe
      src="/embed/video"
      title="Video tour"
      allow="autoplay; encrypted-media"
      className="absolute inset-0 size-full"
    />
  );
}

function ShowcaseActions() {
  const follow = useSectionLink();
  return (
    <div className="mt-7 flex flex-wrap gap-3">
      <ButtonLink to="/#properties" onClick={follow('properties')} variant="quiet">
        See the homes
      </ButtonLink>
      <ButtonLink to="/#contact" onClick={follow('contact')} variant="quiet">
        Ask a question
      </ButtonLink>
    </div>
  );
}
