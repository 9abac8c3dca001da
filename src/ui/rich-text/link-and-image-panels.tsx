import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { imagePath, mayLead, meantAddress } from './links.ts';
import { Panel, PanelLine } from './panel.tsx';
import type { PickImage } from './types.ts';

interface PanelProps {
  editor: Editor;
  id: string;
  close(): void;
}

export function LinkPanel({ editor, id, close }: PanelProps) {
  const before = editor.getAttributes('link').href as string | undefined;
  const [typed, setTyped] = useState(before ?? '');
  const [error, setError] = useState('');

  function apply() {
    const href = meantAddress(typed);
    if (!mayLead(href)) {
      return setError('Please give an http(s), mailto or tel address, or a path on this site such as /shop');
    }
    const chain = editor.chain().focus();
    if (before !== undefined) chain.extendMarkRange('link').setLink({ href }).run();
    else if (!editor.state.selection.empty) chain.setLink({ href }).run();
    else
      chain
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run();
    close();
  }

  return (
    <Panel
      label="Link"
      apply={apply}
      close={close}
      more={
        before !== undefined && (
          <Button
            variant="quiet"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
              close();
            }}
          >
            Remove link
          </Button>
        )
      }
    >
      <PanelLine id={id} label="Link address" value={typed} problem={error} onChange={setTyped} isFirst />
    </Panel>
  );
}

interface ImagePanelProps extends PanelProps {
  file?: File;
  pickImage?: PickImage;
}

/** The alternative text is required. */
export function ImagePanel({ editor, id, file, pickImage, close }: ImagePanelProps) {
  const before = editor.isActive('image') ? editor.getAttributes('image') : {};
  const [src, setSrc] = useState<string>(before.src ?? '');
  const [alt, setAlt] = useState<string>(before.alt ?? '');
  const [errors, setErrors] = useState<{ src?: string; alt?: string }>({});

  async function choose(dropped?: File) {
    const image = await pickImage?.(dropped);
    if (!image) return;
    setSrc(image.src);
    setAlt(image.alt);
    setErrors({});
  }
  const offered = useRef(false);
  useEffect(() => {
    if (!file || offered.current) return;
    offered.current = true;
    void choose(file);
  });

  function apply() {
    const path = imagePath(src);
    const problems = {
      src: path ? undefined : 'Please choose a picture of the media library: pages show no others',
      alt: alt.trim() === '' ? 'Alternative text is required' : undefined,
    };
    setErrors(problems);
    if (!path || problems.alt) return;
    const attrs = { src: path, alt: alt.trim() };
    if (before.src) editor.chain().focus().updateAttributes('image', attrs).run();
    else editor.chain().focus().setImage(attrs).run();
    close();
  }

  return (
    <Panel
      label="Image"
      apply={apply}
      close={close}
      more={
        pickImage && (
          <Button variant="quiet" onClick={() => void choose()}>
            Choose a picture
          </Button>
        )
      }
    >
      <PanelLine id={id} label="Image address" value={src} problem={errors.src} onChange={setSrc} isFirst />
      <PanelLine
        id={`${id}-alt`}
        label="Alternative text"
        value={alt}
        problem={errors.alt}
        onChange={setAlt}
      />
    </Panel>
  );
}
