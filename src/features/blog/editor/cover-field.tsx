import { ImagePlus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { PickImage } from '../../../ui/rich-text/types.ts';

interface CoverFieldProps {
  url: string;
  pickImage: PickImage;
  onChange(url: string): void;
}

export function CoverField({ url, pickImage, onChange }: CoverFieldProps) {
  const choose = async () => {
    const image = await pickImage();
    if (image) onChange(image.src);
  };
  return (
    <fieldset className="min-w-0 rounded-2xl border border-dune bg-white p-4 sm:p-5">
      <legend className="px-1 font-semibold text-ink">Cover picture</legend>
      {url && (
        <img
          src={url}
          alt="The chosen cover"
          className="mb-4 aspect-2/1 w-full max-w-md rounded-xl bg-glass object-cover"
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" onClick={() => void choose()}>
          <ImagePlus aria-hidden="true" className="size-5" />
          {url ? 'Choose another cover' : 'Choose a cover'}
        </Button>
        {url && (
          <Button look="quiet" onClick={() => onChange('')}>
            Remove cover
          </Button>
        )}
      </div>
    </fieldset>
  );
}
