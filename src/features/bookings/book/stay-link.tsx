import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import { carryIntent, type TypedDetails } from './details.ts';

/** The details that a guest without scripts had typed for a rejected stay; links and forms for other stays carry them. */
export const CarriedDetails = createContext<TypedDetails | undefined>(undefined);

interface StayLinkProps {
  /** A path in the booking flow. */
  to: `/${string}`;
  className: string;
  children: ReactNode;
}

/** A link to a stay in the booking flow; it is a form if the guest's details have to be passed on. */
export function StayLink({ to, className, children }: StayLinkProps) {
  if (!useContext(CarriedDetails))
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    );
  return (
    <StayForm action={to} className="contents">
      <button type="submit" className={className}>
        {children}
      </button>
    </StayForm>
  );
}

/** A form that opens a stay. It is posted if it passes on the guest's details, which must not appear in a URL. */
export function StayForm({ children, ...form }: ComponentProps<'form'>) {
  if (!useContext(CarriedDetails)) return <form {...form}>{children}</form>;
  return (
    <form {...form} method="post">
      <input type="hidden" name="intent" value={carryIntent} />
      <CarriedFields />
      {children}
    </form>
  );
}

/** The hidden fields of the details that a posted form passes on, if any. */
export function CarriedFields() {
  const carried = useContext(CarriedDetails);
  if (!carried) return null;
  const { name, email, phone, plan } = carried;
  return Object.entries({ name, email, phone, plan }).map(([field, value]) => (
    <input key={field} type="hidden" name={field} value={value} />
  ));
}
