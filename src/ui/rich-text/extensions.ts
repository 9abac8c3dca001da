import Image from '@tiptap/extension-image';
import { Node } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { mayLead } from './links.ts';

/** Kept in existing texts; no tool makes one. */
const blockquote = Node.create({
  name: 'blockquote',
  content: 'block+',
  group: 'block',
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', 0],
});

export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: mayLead,
      shouldAutoLink: (address) => /^https?:\/\//i.test(address),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  blockquote,
  Image.configure({ allowBase64: false }),
];
