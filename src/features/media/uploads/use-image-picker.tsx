import { type ReactNode, useCallback, useState } from 'react';
import type { ChosenPicture, PickPicture } from '../../../ui/rich-text/types.ts';
import { MediaPicker } from '../library/media-picker.tsx';

interface Asked {
  file?: File;
  answer(picture: ChosenPicture | null): void;
}

/** Returns a function that asks for an image, and the dialog that it opens. */
export function usePicturePicker(): { pickPicture: PickPicture; picker: ReactNode } {
  const [asked, setAsked] = useState<Asked>();
  const pickPicture: PickPicture = useCallback(
    (file) => new Promise((answer) => setAsked({ file, answer })),
    [],
  );
  const settle = (picture: ChosenPicture | null) => {
    asked?.answer(picture);
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
  return { pickPicture, picker };
}
