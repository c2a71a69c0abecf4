import { useId } from "react";
import { actionsOf, auditActions, maySee } from "#shared/rules/audit-actions.ts";
import { type AuditAudience, type AuditGroup, auditGroups } from "#shared/rules/audit-facts.ts";
import "./history.scss";

const groups = Object.keys(auditGroups) as AuditGroup[];

/** The kind in an address; undefined if there is no such kind. */
export const readKind = (text: string | null): string | undefined =>
  text !== null && (Object.hasOwn(auditGroups, text) || Object.hasOwn(auditActions, text))
    ? text
    : undefined;

interface KindChoiceProps {
  /** Decides which actions can be chosen. */
  viewer: AuditAudience;
  kind: string | undefined;
  onKind: (kind: string | undefined) => void;
}

/** Chooses a group of actions, or one action. */
export function KindChoice({ viewer, kind, onKind }: KindChoiceProps) {
  const id = useId();
  const seen = groups
    .map((group) => ({
      group,
      actions: actionsOf(group).filter((name) => maySee(viewer, auditActions[name].seenBy)),
    }))
    .filter(({ actions }) => actions.length > 0);
  return (
    <div className="inline-control kind-choice">
      <label htmlFor={id}>What</label>
      <div className="select">
        <select
          id={id}
          value={kind ?? ""}
          onChange={(event) => onKind(event.target.value || undefined)}
        >
          <option value="">Everything</option>
          {seen.map(({ group, actions }) => (
            <optgroup key={group} label={auditGroups[group]}>
              {actions.length > 1 && <option value={group}>{`All: ${auditGroups[group]}`}</option>}
              {actions.map((name) => (
                <option key={name} value={name}>
                  {auditActions[name].words}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
    </div>
  );
}
