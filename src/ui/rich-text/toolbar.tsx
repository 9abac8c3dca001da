import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Heading1,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  RemoveFormatting,
  Strikethrough,
  Underline,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';

interface EditorTool {
  label: string;
  icon: LucideIcon;
  keys?: string;
  isOn?(editor: Editor): boolean;
  use(editor: Editor): void;
}

/** A tool that is pressed while its mark is active, and removes it then. */
const toggle = (
  label: string,
  icon: LucideIcon,
  keys: string,
  mark: [name: string, attributes?: object],
  use: (chain: ChainedCommands) => ChainedCommands,
): EditorTool => ({
  label,
  icon,
  keys,
  isOn: (editor) => editor.isActive(...mark),
  use: (editor) => use(editor.chain().focus()).run(),
});

const header = (level: 1 | 2 | 3, icon: LucideIcon): EditorTool =>
  toggle(`Header ${level}`, icon, `Ctrl+Alt+${level}`, ['heading', { level }], (chain) =>
    chain.toggleHeading({ level }),
  );

const tools: readonly EditorTool[] = [
  header(1, Heading1),
  header(2, Heading2),
  header(3, Heading3),
  toggle('Bold', Bold, 'Ctrl+B', ['bold'], (chain) => chain.toggleBold()),
  toggle('Italic', Italic, 'Ctrl+I', ['italic'], (chain) => chain.toggleItalic()),
  toggle('Underline', Underline, 'Ctrl+U', ['underline'], (chain) => chain.toggleUnderline()),
  toggle('Strike', Strikethrough, 'Ctrl+Shift+S', ['strike'], (chain) => chain.toggleStrike()),
  toggle('Ordered list', ListOrdered, 'Ctrl+Shift+7', ['orderedList'], (chain) => chain.toggleOrderedList()),
  toggle('Bullet list', List, 'Ctrl+Shift+8', ['bulletList'], (chain) => chain.toggleBulletList()),
];

const clean: EditorTool = {
  label: 'Clean',
  icon: RemoveFormatting,
  use: (editor) => editor.chain().focus().clearNodes().unsetAllMarks().run(),
};

type Panel = 'link' | 'image';

interface ToolbarProps {
  editor: Editor;
  controls: string;
  disabled: boolean;
  open: Panel | null;
  onOpen(panel: Panel | null): void;
}

/** One tab stop; arrow keys move between the tools. */
export function Toolbar({ editor, controls, disabled, open, onOpen }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      tools: tools.map((tool) => tool.isOn?.(now) ?? false),
      link: now.isActive('link'),
      image: now.isActive('image'),
    }),
  });

  const panel = (name: Panel, label: string, icon: LucideIcon) => ({
    label,
    icon,
    isOn: on[name],
    expanded: open === name,
    use: () => onOpen(open === name ? null : name),
  });
  const buttons = [
    ...tools.map((tool, index) => ({
      ...tool,
      isOn: on.tools[index],
      expanded: undefined,
      use: () => tool.use(editor),
    })),
    { ...panel('link', 'Link', Link), keys: undefined },
    { ...panel('image', 'Image', Image), keys: undefined },
    { ...clean, isOn: undefined, expanded: undefined, use: () => clean.use(editor) },
  ];

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (step + buttons.length) % buttons.length;
    setStop(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={move}
      className="flex flex-wrap gap-0.5 border-b border-dune p-1"
    >
      {buttons.map(({ label, icon: Icon, keys, isOn, expanded, use }, index) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={keys ? `${label} (${keys})` : label}
          aria-pressed={isOn}
          aria-expanded={expanded}
          disabled={disabled}
          tabIndex={index === stop ? 0 : -1}
          onFocus={() => setStop(index)}
          // Keeps the selection, and a phone's keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={use}
          className="grid size-10 place-items-center rounded-lg text-slate hover:bg-mist hover:text-deep aria-expanded:bg-mist aria-pressed:bg-glass aria-pressed:text-deep disabled:opacity-50"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      ))}
    </div>
  );
}
