import { accessCodeLabel } from './access-days.ts';

/** The text about the door; a code of the stay's own, with which it begins, is the largest. */
export function AccessText({ children: access }: { children: string }) {
  if (!access.startsWith(accessCodeLabel)) return access;
  const [code = '', ...notes] = access.slice(accessCodeLabel.length).split('\n\n');
  return (
    <>
      <span className="block font-semibold">
        {accessCodeLabel}
        <span className="inline-block text-2xl leading-none print:text-[length:inherit]">{code}</span>
      </span>
      {notes.length > 0 && <span className="mt-3 block print:mt-1">{notes.join('\n\n')}</span>}
    </>
  );
}
