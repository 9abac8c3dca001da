import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import { carryIntent, type TypedDetails } from './checkout/details.ts';

/** What a guest without scripts had typed when the stay was refused; links to other stays take it along. */
export const CarriedDetails = createContext<TypedDetails | undefined>(undefined);

interface StayLinkProps {
  /** Of the booking flow. */
  to: `/${string}`;
  className: string;
  children: ReactNode;
}

/** A link to a stay in the booking flow; a form where there is something to take along. */
export function StayLink({ to, className, children }: StayLinkProps) {
  const carried = useContext(CarriedDetails);
  if (!carried)
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    );
  const { name, email, phone, plan } = carried;
  return (
    <form method="post" action={to} className="contents">
      {Object.entries({ intent: carryIntent, name, email, phone, plan }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button type="submit" className={className}>
        {children}
      </button>
    </form>
  );
}
