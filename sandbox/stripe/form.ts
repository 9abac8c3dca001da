/** A decoded form body: Stripe's nested `a[b][0][c]=v` becomes objects and lists of strings. */
export type Form = { [key: string]: FormValue };
export type FormValue = string | Form | FormValue[];

/** Reads a form body or query string in Stripe's bracket notation. */
export function parseForm(text: string): Form {
  const root = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = [...name.matchAll(/[^[\]]+|(?<=\[)(?=\])/g)].map(([key]) => key);
    place(root, keys, value);
  }
  return listsIn(root) as Form;
}

function place(root: Form, keys: string[], value: string): void {
  let here = root;
  keys.forEach((name, depth) => {
    const key = name === '' ? String(Object.keys(here).length) : name;
    if (depth === keys.length - 1) {
      here[key] = value;
      return;
    }
    const next = here[key];
    const child = typeof next === 'object' ? (next as Form) : emptyForm();
    here[key] = child;
    here = child;
  });
}

/** No prototype, so that a key such as `__proto__` is only a key. */
function emptyForm(): Form {
  return Object.create(null) as Form;
}

function listsIn(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  for (const key of keys) value[key] = listsIn(value[key] as FormValue);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : value;
}
