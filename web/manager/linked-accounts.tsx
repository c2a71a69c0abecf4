import { useQuery } from "@tanstack/react-query";
import { accountEndpoints } from "#shared/accounts.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { query } from "../api/query.ts";
import { KnownLink } from "../ui/known-paths.tsx";
import { Spinner } from "../ui/spinner.tsx";
import "./linked-accounts.scss";

/** The blacklisted accounts that share facts with this one, and which facts (D5). */
export function LinkedAccounts({ id }: { id: number }) {
  const { data, error } = useQuery(
    query(accountEndpoints.listLinkedAccounts, { params: { id: String(id) } }),
  );
  if (error) return <p className="help is-danger">{sentenceOf(error)}</p>;
  if (!data) return <Spinner label="Loading the linked accounts" />;
  return (
    <ul className="linked-accounts" aria-label="Linked accounts">
      {data.psychics.map(({ user_id, user_name, first_name, last_name, reason }) => (
        <li key={user_id}>
          <KnownLink to={`/psychics/${user_id}`}>{user_name}</KnownLink> {first_name} {last_name}
          <small>Same {reason}</small>
        </li>
      ))}
    </ul>
  );
}
