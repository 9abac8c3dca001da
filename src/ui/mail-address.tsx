/** A mail address that stands on one line, or is divided after its @ where that is too short. */
export function MailAddress({ children }: { children: string }) {
  const at = children.lastIndexOf('@') + 1;
  return (
    <span className="inline-block max-w-full wrap-anywhere">
      {children.slice(0, at)}
      {at > 0 && <wbr />}
      {children.slice(at)}
    </span>
  );
}
