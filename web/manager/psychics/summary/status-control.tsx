import { useState } from "react";
import { accountEndpoints } from "#shared/accounts.ts";
import { accountStatuses } from "#shared/reference/account-statuses.ts";
import { isEditable, isShutOut } from "#shared/rules/account.ts";
import { BlacklistModal } from "#web/manager/blacklist-modal.tsx";
import { ConfirmAccountModal } from "#web/manager/confirm-account-modal.tsx";
import type { AccountControlProps } from "#web/manager/use-account-change.ts";
import { Field } from "#web/ui/field.tsx";
import type { Psychic } from "../psychic-frame.tsx";
import { AtOnceSelect } from "./at-once-select.tsx";

type Status = Psychic["account_status"];

/** Whether a status confirms an account that may be linked with blacklisted ones. */
const confirmsAccount = (psychic: Psychic, status: Status) =>
  psychic.requires_approval && !isEditable(psychic) && status !== "Pending" && !isShutOut(status);

/** The account status. A choice is saved at once; serious ones ask first. */
export function StatusControl({ psychic, busy, change }: AccountControlProps) {
  /** The chosen status, and the one on screen when the question was asked. */
  const [asked, setAsked] = useState<{ status: Status; from: Status }>();
  const save = (account_status: Status, from: Status) =>
    change(
      accountEndpoints.setAccountStatus,
      {
        params: { id: String(psychic.user_id) },
        // The server refuses if another manager changed it since (C8).
        body: { acctStatus: account_status, from },
      },
      { psychic: { account_status } },
    );
  const choose = (status: Status) => {
    if (busy) return;
    const from = psychic.account_status;
    if (status === "Blacklist" || confirmsAccount(psychic, status)) setAsked({ status, from });
    else void save(status, from);
  };
  const question = asked && {
    psychic,
    onYes: () => {
      setAsked(undefined);
      void save(asked.status, asked.from);
    },
    onNo: () => setAsked(undefined),
  };
  return (
    <>
      <Field label="Status">
        {(input) => (
          <AtOnceSelect
            {...input}
            value={psychic.account_status}
            wordsOf={(status) => status}
            aria-disabled={busy}
            onChoose={(status) => choose(status as Status)}
          >
            {accountStatuses.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </AtOnceSelect>
        )}
      </Field>
      {question && asked.status === "Blacklist" && <BlacklistModal {...question} />}
      {question && asked.status !== "Blacklist" && (
        <ConfirmAccountModal {...question} status={asked.status} />
      )}
    </>
  );
}
