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

/** The HTML without the empty line that editors keep at the end. */
const editorHtml = (editor: Editor): string =>
  editor.isEmpty ? '' : editor.getHTML().replace(/(<p><\/p>)+$/, '');

/** Parsed, each of these in a foreign text would be one more CSP violation on the console. */
const activeContent =
  /<(style|script)\b[\s\S]*?<\/\1\s*>|\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

/** Images from elsewhere are dropped: our pages could not show them. */
function toSlice(view: EditorView, html: string): Slice {
  const body = parsedHtml(html.replace(activeContent, ''));
  for (const image of body.querySelectorAll('img')) {
    const path = imagePath(image.getAttribute('src') ?? '');
    if (path) image.setAttribute('src', path);
    else image.remove();
  }
  return DOMParser.fromSchema(view.state.schema).parseSlice(body, { context: view.state.selection.$from });
}

/** Inserts HTML from elsewhere; the library would parse it through a policy that our pages do not allow. */
function insert(view: EditorView, event: Event, data: DataTransfer | null, at?: number): boolean {
  const html = data?.getData('text/html');
  if (!html) return false;
  event.preventDefault();
  const slice = toSlice(view, html);
  const { tr } = view.state;
  const transaction = at === undefined ? tr.replaceSelection(slice) : tr.replaceRange(at, at, slice);
  view.dispatch(transaction.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  return true;
}

/** Parses HTML for the library, whose own parser breaks our content security policy. */
const parseContent = (html: string) => DOMParser.fromSchema(schema).parse(parsedHtml(html)).toJSON();

function ariaProps({ id, labelledBy, error, required }: RichTextEditorProps) {
  return {
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
}

/** Takes pasted and dropped data: `takeImage` may have its image file, else its HTML is inserted. */
const domEvents = (takeImage: (event: Event, data: DataTransfer | null) => boolean) => ({
  // The library would keep it from the dialog that the text stands in.
  keydown: (_: EditorView, event: KeyboardEvent) => event.key === 'Escape',
  paste: (view: EditorView, event: ClipboardEvent) =>
    takeImage(event, event.clipboardData) || insert(view, event, event.clipboardData),
  drop: (view: EditorView, event: DragEvent) => {
    if (view.dragging) return false;
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
    return takeImage(event, event.dataTransfer) || insert(view, event, event.dataTransfer, at ?? 0);
  },
});

/** The editor with its library; `RichTextEditor` loads it on demand. */
export function RichTextArea(props: RichTextEditorProps) {
  const { id, value, error, disabled = false, onChange, pickImage } = props;
  const [panel, setPanel] = useState<'link' | 'image' | null>(null);
  const [dropped, setDropped] = useState<File>();
  const [content] = useState(() => parseContent(value));
  const reported = useRef<string>(undefined);
  const report = useRef(onChange);
  report.current = onChange;
  const pick = useRef(pickImage);
  pick.current = pickImage;

  function takeImage(event: Event, data: DataTransfer | null): boolean {
    const image = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (!image || !pick.current) return false;
    event.preventDefault();
    setDropped(image);
    setPanel('image');
    return true;
  }

  const editor = useEditor({
    extensions,
    injectCSS: false,
    immediatelyRender: true,
    content,
    editorProps: { attributes: ariaProps(props), handleDOMEvents: domEvents(takeImage) },
    onCreate: ({ editor: ready }) => {
      reported.current = editorHtml(ready);
    },
    onUpdate: ({ editor: changed }) => {
      const html = editorHtml(changed);
      if (html === reported.current || reported.current === undefined) return;
      reported.current = html;
      report.current(html);
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
        <ImagePanel editor={editor} id={`${id}-image`} file={dropped} pickImage={pickImage} close={close} />
      )}
      <EditorContent editor={editor} />
    </div>
  );
}
