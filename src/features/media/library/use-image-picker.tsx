import { type ReactNode, useCallback, useState } from 'react';
import type { ChosenImage, PickImage } from '../../../ui/rich-text/types.ts';
import { MediaPicker } from './media-picker.tsx';

interface ImageRequest {
  file?: File;
  resolve(image: ChosenImage | null): void;
}

/** Returns a function that asks for an image, and the dialog that it opens. */
export function useImagePicker(): { pickImage: PickImage; picker: ReactNode } {
  const [asked, setAsked] = useState<ImageRequest>();
  const pickImage: PickImage = useCallback(
    (file) => new Promise((resolve) => setAsked({ file, resolve })),
    [],
  );
  const settle = (image: ChosenImage | null) => {
    asked?.resolve(image);
    setAsked(undefined);
  };
  const picker = asked && (
    <MediaPicker
      kind="image"
      file={asked.file}
      onPick={({ url, media }) => settle({ src: url, alt: media?.alt ?? '' })}
      onClose={() => settle(null)}
    />
  );
  return { pickImage, picker };
}
