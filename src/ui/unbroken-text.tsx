/** What stays on one line: hyphenated words, and a dash with the word before it. */
const unbroken = /(\S+-\S+|\S+ [–—](?= ))/;

/** A title whose hyphenated words move to the next line as a whole, and whose dashes end a line. */
export const UnbrokenText = ({ children }: { children: string }) =>
  children.split(unbroken).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
      <span key={index} className="inline-block max-w-full">
        {part}
      </span>
    ),
  );

/** Part of a sentence that moves to the next line as a whole where it fits there. */
export const OnOneLine = ({ children }: { children: string }) => (
  <span className="inline-block max-w-full wrap-anywhere">{children}</span>
);
