import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accountEndpoints } from "../../../shared/accounts.ts";
import { sentenceOf } from "../../api/error-sentences.ts";
import { query } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { KnownLink } from "../../ui/known-paths.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { Psychic } from "../psychic-frame.tsx";
import { useAccountChange } from "./use-account-change.ts";

function LinkedAccounts({ id }: { id: number }) {
  const { data, error } = useQuery(
    query(accountEndpoints.listLinkedAccounts, { params: { id: String(id) } }),
  );
  if (error) return <p className="help is-danger">{sentenceOf(error)}</p>;
  if (!data) return <Spinner label="Loading the linked accounts" />;
  return (
    <ul className="linked-accounts">
      {data.psychics.map(({ user_id, user_name, first_name, last_name, reason }) => (
        <li key={user_id}>
          <KnownLink to={`/psychics/${user_id}`}>{user_name}</KnownLink> {first_name} {last_name}
          <small>Same {reason}</small>
        </li>
      ))}
    </ul>
  );
}

/** Opens with the account's page while it waits for this decision (R21, S11). */
export function SpecialApproval({ psychic }: { psychic: Psychic }) {
  const waits = psychic.requires_approval && psychic.account_status === "Pending";
  const [closed, setClosed] = useState(false);
  const { busy, outcome, change } = useAccountChange(psychic.user_id);
  if (!waits || closed) return null;

  const deactivate = () =>
    change(
      accountEndpoints.setAccountStatus,
      { params: { id: String(psychic.user_id) }, body: { acctStatus: "Blacklist" } },
      // The modal stays until it is done.
      {},
    );

  return (
    <Modal title="Special Approval Required" onClose={() => setClosed(true)}>
      <p>
        This account requires special approval because it may be linked with other blacklisted
        accounts. If you would like to deactivate this account, click on Deactivate Now.
      </p>
      <LinkedAccounts id={psychic.user_id} />
      {outcome?.failed && <p className="help is-danger">{outcome.text}</p>}
      <div className="form-buttons">
        <Button look="primary" onClick={() => setClosed(true)}>
          Ok
        </Button>
        <Button busy={busy} onClick={deactivate}>
          Deactivate Now
        </Button>
      </div>
    </Modal>
  );
}
