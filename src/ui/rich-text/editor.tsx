import { DOMParser, type Schema, type Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, EditorContent, getSchema, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { extensions } from './extensions.ts';
import { ImagePanel, LinkPanel } from './link-and-image-panels.tsx';
import { imagePath } from './links.ts';
import { Toolbar } from './toolbar.tsx';
import type { RichTextEditorProps } from './types.ts';
import { parsedHtml } from './viewer.tsx';

const schema: Schema = getSchema(extensions);

/** The editor's text as HTML: '' without any, and without the empty line that editors keep at the end. */
const editorHtml = (editor: Editor): string =>
  editor.isEmpty ? '' : editor.getHTML().replace(/(<p><\/p>)+$/, '');

/** What a foreign text would run or paint with; parsed, each would be one more refusal on the console. */
const unwanted = /<(style|script)\b[\s\S]*?<\/\1\s*>|\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

/** A pasted or dropped piece of another page; pictures that lie elsewhere are left behind, pages could not show them. */
function toSlice(view: EditorView, html: string): Slice {
  const body = parsedHtml(html.replace(unwanted, ''));
  for (const image of body.querySelectorAll('img')) {
    const path = imagePath(image.getAttribute('src') ?? '');
    if (path) image.setAttribute('src', path);
    else image.remove();
  }
  return DOMParser.fromSchema(view.state.schema).parseSlice(body, { context: view.state.selection.$from });
}

/** Puts HTML from elsewhere in; the library would parse it through a policy that our pages do not allow. */
function insert(view: EditorView, event: Event, data: DataTransfer | null, at?: number): boolean {
  const html = data?.getData('text/html');
  if (!html) return false;
  event.preventDefault();
  const slice = toSlice(view, html);
  const { tr } = view.state;
  const changed = at === undefined ? tr.replaceSelection(slice) : tr.replaceRange(at, at, slice);
  view.dispatch(changed.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  return true;
}

/** HTML as the library takes it without parsing it itself. */
const contentOf = (html: string) => DOMParser.fromSchema(schema).parse(parsedHtml(html)).toJSON();

/** The editor itself, with its library; `RichTextEditor` loads it when it is wanted. */
export function RichTextArea(props: RichTextEditorProps) {
  const { id, value, labelledBy, error, required, disabled = false, onChange, pickPicture } = props;
  const [panel, setPanel] = useState<'link' | 'image' | null>(null);
  const [dropped, setDropped] = useState<File>();
  const [content] = useState(() => contentOf(value));
  const told = useRef<string>(undefined);
  const tell = useRef(onChange);
  tell.current = onChange;
  const pick = useRef(pickPicture);
  pick.current = pickPicture;

  /** A picture file that was pasted or dropped is offered to the library. */
  function takePicture(event: Event, data: DataTransfer | null): boolean {
    const picture = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (!picture || !pick.current) return false;
    event.preventDefault();
    setDropped(picture);
    setPanel('image');
    return true;
  }

  const attributes = {
    id,
    role: 'textbox',
    class: 'rich-text rich-text-input',
    'data-focus': '',
    'aria-multiline': 'true',
    'aria-labelledby': labelledBy,
    'aria-required': String(required ?? false),
    'aria-invalid': String(error !== undefined),
    ...(error !== undefined && { 'aria-describedby': `${id}-error` }),
  };
  const editorProps = {
    attributes,
    handleDOMEvents: {
      // The library would keep it from the dialog that the text stands in.
      keydown: (_: EditorView, event: KeyboardEvent) => event.key === 'Escape',
      paste: (view: EditorView, event: ClipboardEvent) =>
        takePicture(event, event.clipboardData) || insert(view, event, event.clipboardData),
      drop: (view: EditorView, event: DragEvent) => {
        if (view.dragging) return false;
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        return takePicture(event, event.dataTransfer) || insert(view, event, event.dataTransfer, at ?? 0);
      },
    },
  };
  const editor = useEditor({
    extensions,
    injectCSS: false,
    immediatelyRender: true,
    content,
    editorProps,
    onCreate: ({ editor: ready }) => {
      told.current = editorHtml(ready);
    },
    onUpdate: ({ editor: changed }) => {
      const html = editorHtml(changed);
      if (html === told.current || told.current === undefined) return;
      told.current = html;
      tell.current(html);
    },
  });

  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);

  const close = () => {
    setPanel(null);
    setDropped(undefined);
    editor.commands.focus();
  };
  return (
    <div
      className={`rounded-xl border bg-white focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-gulf ${error ? 'border-danger' : 'border-driftwood/70'}`}
    >
      <Toolbar editor={editor} controls={id} disabled={disabled} open={panel} onOpen={setPanel} />
      {panel === 'link' && <LinkPanel editor={editor} id={`${id}-link`} close={close} />}
      {panel === 'image' && (
        <ImagePanel
          editor={editor}
          id={`${id}-image`}
          file={dropped}
          pickPicture={pickPicture}
          close={close}
        />
      )}
      <EditorContent editor={editor} />
    </div>
  );
}
