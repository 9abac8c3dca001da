import { ImagePlus } from 'lucide-react';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { Button } from '../../../ui/button.tsx';
import type { PickImage } from '../../../ui/rich-text/types.ts';
import type { EditablePost } from '../post.ts';
import { PublicationField } from './publication-field.tsx';
import { TagsField } from './tags-field.tsx';
import type { PostForm, PostPublication } from './use-post-form.ts';
import type { useSavePost } from './use-save-post.ts';

interface ExtraFieldsProps {
  post: EditablePost | null;
  form: PostForm;
  publication: PostPublication;
  saving: ReturnType<typeof useSavePost>;
  pickImage: PickImage;
}

/** The fields of a post beside its specified form: tags, cover and publication. */
export function ExtraFields({ post, form, publication, saving, pickImage }: ExtraFieldsProps) {
  const isPublished = post?.published_at && new Date(post.published_at).getTime() <= serverNow();
  const changeExtras: typeof form.changeExtras = (extras) => {
    form.changeExtras(extras);
    saving.clearFieldErrors();
  };
  return (
    <>
      <TagsField
        tags={form.extras.tags}
        error={saving.fieldErrors.tags}
        onChange={(tags) => changeExtras({ tags })}
      />
      <CoverField
        url={form.extras.cover_image_url}
        pickImage={pickImage}
        onChange={(cover_image_url) => changeExtras({ cover_image_url })}
      />
      <PublicationField
        value={publication.value}
        publishedAt={isPublished ? post.published_at : null}
        error={saving.fieldErrors.published_at}
        onChange={(value) => {
          publication.setValue(value);
          saving.clearFieldErrors();
        }}
      />
    </>
  );
}

interface CoverFieldProps {
  url: string;
  pickImage: PickImage;
  onChange(url: string): void;
}

function CoverField({ url, pickImage, onChange }: CoverFieldProps) {
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
        <Button variant="quiet" onClick={() => void choose()}>
          <ImagePlus aria-hidden="true" className="size-5" />
          {url ? 'Choose another cover' : 'Choose a cover'}
        </Button>
        {url && (
          <Button variant="quiet" onClick={() => onChange('')}>
            Remove cover
          </Button>
        )}
      </div>
    </fieldset>
  );
}
