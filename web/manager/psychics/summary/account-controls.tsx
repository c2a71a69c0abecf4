import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { accountEndpoints } from "#shared/accounts.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { isEditable, type Permission, parsePermissions } from "#shared/rules/account.ts";
import { query } from "#web/api/query.ts";
import { useMay } from "#web/api/use-may.ts";
import {
  type AvailabilityCode,
  availabilityChoices,
  availabilityOf,
} from "#web/features/availability.ts";
import { ReassignModal } from "#web/features/managers/reassign-modal.tsx";
import { useManagers } from "#web/features/managers/use-managers.ts";
import { type AccountControlProps, useAccountChange } from "#web/manager/use-account-change.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import type { Psychic } from "../psychic-frame.tsx";
import { AgreementLine } from "./agreement-line.tsx";
import { AtOnceSelect } from "./at-once-select.tsx";
import { StatusControl } from "./status-control.tsx";
import "#web/ui/table/data-table.scss";
import "./summary.scss";

const permissionLabels: readonly { permission: Permission; label: string }[] = [
  { permission: "AgentPhone", label: "Phone" },
  { permission: "AgentChat", label: "Chat" },
];

/**
 * A control whose choice is saved at once. A tick beside it then says that it was saved, or words
 * below it say why not. They stay until the next change.
 */
function AtOnce({
  outcome,
  endpoint,
  children,
}: {
  outcome: AccountControlProps["outcome"];
  endpoint: EndpointData;
  children: ReactNode;
}) {
  const own = outcome?.endpoint === endpoint ? outcome : undefined;
  return (
    <div className="at-once">
      {children}
      {own?.failed && (
        <p className="help is-danger" aria-hidden="true">
          {own.text}
        </p>
      )}
      {own && !own.failed && (
        <span className="at-once-saved" aria-hidden="true">
          <Icon name="success" size={16} />
          Saved
        </span>
      )}
    </div>
  );
}

function PermissionControl({ psychic, busy, change }: AccountControlProps) {
  const granted = parsePermissions(psychic.permissions) ?? [];
  const toggle = (permission: Permission) => {
    const next = granted.includes(permission)
      ? granted.filter((one) => one !== permission)
      : [...granted, permission];
    const permissions = next.join(",");
    return change(
      accountEndpoints.setPermissions,
      {
        params: { id: String(psychic.user_id) },
        body: { permissions, from: psychic.permissions },
      },
      { psychic: { permissions } },
    );
  };
  return (
    <fieldset className="field checks" disabled={!isEditable(psychic)}>
      <legend className="label">Permissions</legend>
      {permissionLabels.map(({ permission, label }) => (
        <label key={permission} className="check">
          <input
            type="checkbox"
            checked={granted.includes(permission)}
            aria-disabled={busy}
            onChange={() => toggle(permission)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const labelOf = (code: string) =>
  availabilityChoices.find(({ value }) => value === code)?.label ?? code;

function AvailabilityControl({ psychic, busy, change }: AccountControlProps) {
  const params = { id: String(psychic.user_id) };
  const { data, refetch, isFetching } = useQuery(
    query(psychicEndpoints.getAvailability, { params }),
  );
  const code = data && availabilityOf(data);
  const choose = (chosen: AvailabilityCode) =>
    change(
      accountEndpoints.setAvailability,
      // With the code on screen: the server refuses the change if it is no longer current (D23a).
      { params, body: { code: chosen, ...(code && { from: code }) } },
      { availability: chosen },
    );
  return (
    <Field label="Availability">
      {(input) => (
        <div className="select-with-button">
          <div>
            <AtOnceSelect
              {...input}
              value={code ?? ""}
              wordsOf={(chosen) => labelOf(chosen)}
              disabled={code === undefined}
              aria-disabled={busy}
              onChoose={(chosen) => choose(chosen as AvailabilityCode)}
            >
              {code === undefined && <option value="">Loading</option>}
              {availabilityChoices.map(({ value, label }) => (
                <option
                  key={value}
                  value={value}
                  disabled={psychic.account_status !== "Active" && value !== "U" && value !== code}
                >
                  {label}
                </option>
              ))}
            </AtOnceSelect>
          </div>
          <IconButton
            icon="refresh"
            label="Refresh before changing"
            aria-busy={isFetching}
            onClick={() => refetch()}
          />
        </div>
      )}
    </Field>
  );
}

function EmailControl({ psychic, busy, change }: AccountControlProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={psychic.auto_email}
        disabled={!isEditable(psychic)}
        aria-disabled={busy}
        onChange={(event) =>
          change(
            accountEndpoints.setAutoEmail,
            { params: { id: String(psychic.user_id) }, body: { autoEmail: event.target.checked } },
            { psychic: { auto_email: event.target.checked } },
          )
        }
      />
      Automated Free Minute Emails
    </label>
  );
}

/** To whom the psychic belongs. */
function ManagerLine({ psychic, mayReassign }: { psychic: Psychic; mayReassign: boolean }) {
  const { user_id, username, manager_id } = psychic;
  const [isOpen, setOpen] = useState(false);
  const managers = useManagers();
  const manager = managers?.find((one) => one.user_id === manager_id);
  const nobody = managers ? "Nobody who can sign in" : "";
  return (
    <>
      <div className="account-fact">
        <span>Manager</span> {manager ? `${manager.first} ${manager.last}` : nobody}{" "}
        {mayReassign && (
          <button type="button" className="cell-button" onClick={() => setOpen(true)}>
            <span>Reassign</span>
          </button>
        )}
      </div>
      {isOpen && (
        <ReassignModal
          what="psychics"
          rows={[{ id: user_id, name: username, manager_id }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The controls of an account; each choice is saved at once. */
export function AccountControls({ psychic }: { psychic: Psychic }) {
  const mayEdit = useMay("edit-psychics");
  const mayChangeStatus = useMay("change-status");
  const mayErase = useMay("erase-people");
  const changes = useAccountChange(psychic.user_id);
  const { outcome } = changes;
  const control = { psychic, ...changes };
  return (
    <section className="panel account-controls" aria-label="Account">
      <h2 className="section-title">Account</h2>
      <p className="help">
        {mayChangeStatus
          ? "Each change is saved at once."
          : "Your role lets you see these settings, but not change them."}
      </p>
      <div className="form-grid">
        <AtOnce outcome={outcome} endpoint={accountEndpoints.setAccountStatus}>
          <fieldset className="plain-fieldset" disabled={!mayChangeStatus}>
            <StatusControl {...control} />
          </fieldset>
        </AtOnce>
        <AtOnce outcome={outcome} endpoint={accountEndpoints.setAvailability}>
          <fieldset className="plain-fieldset" disabled={!mayEdit}>
            <AvailabilityControl {...control} />
          </fieldset>
        </AtOnce>
        <AtOnce outcome={outcome} endpoint={accountEndpoints.setPermissions}>
          <fieldset className="plain-fieldset" disabled={!mayChangeStatus}>
            <PermissionControl {...control} />
          </fieldset>
        </AtOnce>
        <AtOnce outcome={outcome} endpoint={accountEndpoints.setAutoEmail}>
          <fieldset className="plain-fieldset" disabled={!mayEdit}>
            <EmailControl {...control} />
          </fieldset>
        </AtOnce>
      </div>
      {!isEditable(psychic) ? (
        <p className="help">
          This account cannot be edited now. You can only change its status, and set its
          availability to Unavailable.
        </p>
      ) : (
        psychic.account_status !== "Active" && (
          <p className="help">Only an Active psychic can be available.</p>
        )
      )}
      {/* Screen readers read this text, but not the tick or the words at the control. */}
      <p className="is-sr-only" role="status" aria-live="polite">
        {outcome?.text}
      </p>
      <ManagerLine psychic={psychic} mayReassign={mayEdit} />
      <AgreementLine id={psychic.user_id} />
      <p className="account-fact">
        <span>Email</span> <a href={`mailto:${psychic.email}`}>{psychic.email}</a>
      </p>
      {mayErase && psychic.account_status === "Inactive" && (
        <p className="account-fact">
          <KnownLink to={`/privacy?erase=psychic&id=${psychic.user_id}`}>
            Erase this person
          </KnownLink>
        </p>
      )}
    </section>
  );
}
