import { advisorsCustomers } from "#web/features/customers/advisors-customers.tsx";
import { CustomersList } from "#web/features/customers/customers-list.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";

export function Customers() {
  return (
    <AdvisorFrame title="Customers">
      {({ user_id, username }) => (
        <CustomersList psychicId={user_id} username={username} kind={advisorsCustomers} />
      )}
    </AdvisorFrame>
  );
}
