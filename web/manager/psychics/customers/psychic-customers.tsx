import { CustomersList } from "#web/features/customers/customers-list.tsx";
import { managersCustomers } from "#web/features/customers/managers-customers.tsx";
import { PsychicFrame } from "../psychic-frame.tsx";

export function PsychicCustomers() {
  return (
    <PsychicFrame screen="Customers">
      {({ user_id, username }) => (
        <CustomersList psychicId={user_id} username={username} kind={managersCustomers} />
      )}
    </PsychicFrame>
  );
}
