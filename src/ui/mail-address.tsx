/** A mail address that stands on one line, or is divided after its @ where that is too short. */
export function MailAddress({ children }: { children: string }) {
  const at = children.lastIndexOf('@') + 1;
  return (
    // A link's underline would otherwise end before the box.
    <span className="inline-block max-w-full wrap-anywhere [text-decoration:inherit]">
      {children.slice(0, at)}
      {at > 0 && <wbr />}
      {children.slice(at)}
    </span>
  );
}
