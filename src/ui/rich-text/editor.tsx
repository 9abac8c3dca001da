import { DOMParser, type Schema } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, EditorContent, getSchema, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { choosePasted } from './choose-pasted.ts';
import { extensions } from './extensions.ts';
import { ImagePanel, LinkPanel } from './link-and-image-panels.tsx';
import { Toolbar } from './toolbar.tsx';
import type { RichTextEditorProps } from './types.ts';
import { parsedHtml } from './viewer.tsx';

const schema: Schema = getSchema(extensions);

/** The HTML without the empty line that editors keep at the end. */
const editorHtml = (editor: Editor): string =>
  editor.isEmpty ? '' : editor.getHTML().replace(/(<p><\/p>)+$/, '');

/** Inserts HTML from elsewhere; the library would parse it through a policy that our pages do not allow. */
function insert(view: EditorView, html: string, at?: number): void {
  const slice = DOMParser.fromSchema(view.state.schema).parseSlice(parsedHtml(html), {
    context: view.state.selection.$from,
    preserveWhitespace: true,
  });
  const { tr } = view.state;
  const transaction = at === undefined ? tr.replaceSelection(slice) : tr.replaceRange(at, at, slice);
  view.dispatch(transaction.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
}

/** Parses HTML for the library, whose own parser breaks our content security policy. */
const parseContent = (html: string) => DOMParser.fromSchema(schema).parse(parsedHtml(html)).toJSON();

function ariaProps({ id, labelledBy, error, required }: RichTextEditorProps) {
  const props = {
    id,
    role: 'textbox',
    class: 'rich-text rich-text-input',
    'data-focus': '',
    'aria-multiline': 'true',
    'aria-labelledby': labelledBy,
    'aria-required': String(required ?? false),
    'aria-invalid': String(error !== undefined),
  };
  return error === undefined ? props : { ...props, 'aria-describedby': `${id}-error` };
}

/** Takes pasted and dropped data, or leaves it to the library. */
type TakeData = (view: EditorView, event: Event, data: DataTransfer | null, at?: number) => boolean;

const domEvents = (takeData: TakeData) => ({
  // The library would keep the event from the dialog around the editor.
  keydown: (_: EditorView, event: KeyboardEvent) => event.key === 'Escape',
  paste: (view: EditorView, event: ClipboardEvent) => takeData(view, event, event.clipboardData),
  drop: (view: EditorView, event: DragEvent) => {
    if (view.dragging) return false;
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
    return takeData(view, event, event.dataTransfer, at ?? 0);
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

  const takeData: TakeData = (view, event, data, at) => {
    const pasted = data && choosePasted(data, { acceptsImages: pick.current !== undefined });
    if (!pasted) return false;
    event.preventDefault();
    if ('image' in pasted) {
      setDropped(pasted.image);
      setPanel('image');
    } else if (pasted.html) insert(view, pasted.html, at);
    return true;
  };

  const editor = useEditor({
    extensions,
    injectCSS: false,
    immediatelyRender: true,
    content,
    editorProps: { attributes: ariaProps(props), handleDOMEvents: domEvents(takeData) },
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
