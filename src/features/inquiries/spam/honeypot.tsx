/** A field that people neither see nor reach; robots that fill in every field give themselves away. */
export function Honeypot({ id }: { id: string }) {
  return (
    <div className="unseen" aria-hidden="true">
      <label htmlFor={id}>Leave this field empty</label>
      <input id={id} name="website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
