import { useQuery } from "@tanstack/react-query";
import { accountEndpoints } from "#shared/accounts.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { query } from "../api/query.ts";
import { Button } from "../ui/button.tsx";
import { KnownLink } from "../ui/known-paths.tsx";
import { Spinner } from "../ui/spinner.tsx";
import type { Psychic } from "./psychics/psychic-frame.tsx";
import "./linked-accounts.scss";

/**
 * Loads the accounts linked with one that requires approval. While they load, a screen shows no
 * buttons that decide: the manager needs the list first, and it would move the buttons.
 */
export function useLinkedAccounts(psychic: Psychic | undefined) {
  const params = { id: String(psychic?.user_id) };
  const isNeeded = psychic?.requires_approval === true;
  const { data, error, isLoading, isFetched, isFetching, refetch } = useQuery({
    ...query(accountEndpoints.listLinkedAccounts, { params }),
    enabled: isNeeded,
  });
  /** Whether the account may be confirmed: not if the list could not be loaded. */
  const mayConfirm = !isNeeded || data !== undefined;
  // While the list loads again after a failure, the buttons that do not need it stay.
  return {
    data,
    error,
    isLoading: isLoading && !isFetched,
    isFetched,
    isFetching,
    refetch,
    mayConfirm,
  };
}

/** The blacklisted accounts that share facts with this one, and which facts (D5). */
export function LinkedAccounts({ psychic }: { psychic: Psychic }) {
  const { data, error, isFetched, isFetching, refetch } = useLinkedAccounts(psychic);
  if (isFetched && !data) {
    return (
      <>
        <p className="help is-danger">
          The linked accounts could not be loaded. {error && sentenceOf(error)}
        </p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </>
    );
  }
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
