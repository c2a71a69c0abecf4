import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AssignmentRule, managerEndpoints } from "#shared/managers.ts";
import { type AssignmentKind, assignmentWords } from "#shared/rules/managers.ts";
import { ApiError } from "#web/api/api-error.ts";
import { reasonOf, sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { ManagerChoice } from "#web/features/managers/manager-choice.tsx";
import { brandFacts } from "#web/lib/brand-facts.ts";
import { Button } from "#web/ui/button.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { showNotice, showSuccess } from "#web/ui/notice-store.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import "./staff.scss";

/** How each brand's sign-ups and applications get a manager (D56). */
export function AssignmentRules() {
  const { data, error, refetch } = useQuery(query(managerEndpoints.listAssignmentRules));
  return (
    <section className="assignment-rules" aria-labelledby="assignment-rules">
      <h2 id="assignment-rules" className="section-title">
        Who Gets New Psychics and Applications?
      </h2>
      <p className="help">
        New psychics and applications go only to staff who can sign in. Staff who are away get them
        only if everybody is away. If the rule finds nobody, the person with the fewest psychics or
        applications gets the new one.
      </p>
      {!data && !error && <Spinner label="Loading the rules" />}
      {!data && error && (
        <FailurePanel
          title="The rules could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      )}
      <div className="assignment-rule-cards">
        {data?.rules.map((rule) => (
          <RuleForm key={`${rule.brand} ${rule.version}`} rule={rule} />
        ))}
      </div>
    </section>
  );
}

function RuleForm({ rule }: { rule: AssignmentRule }) {
  const { brand, version } = rule;
  const queries = useQueryClient();
  const [kind, setKind] = useState(rule.kind);
  const [person, setPerson] = useState(String(rule.manager_id ?? ""));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const name = brandFacts().find(({ key }) => key === brand)?.name ?? brand;
  const isChanged =
    kind !== rule.kind || (kind === "fixed" && person !== String(rule.manager_id ?? ""));
  const submit = async () => {
    if (busy) return;
    if (kind === "fixed" && person === "") {
      setProblem("Choose a person.");
      return;
    }
    setBusy(true);
    setProblem(undefined);
    // Reload the rules before the user can choose again: the new version remounts the form, which would discard the choice.
    const reload = () => queries.invalidateQueries({ queryKey: ["GET", "/assignment_rules"] });
    try {
      await save(managerEndpoints.setAssignmentRule, {
        params: { brand },
        body: { kind, version, manager_id: kind === "fixed" ? Number(person) : null },
      });
      await reload();
      showSuccess("Rule Saved", `${assignmentWords[kind]}, at ${name}.`);
    } catch (error) {
      const text = reasonOf(error);
      await reload();
      setProblem(text);
      // The form shows the newer rule then, without the problem.
      if (error instanceof ApiError && error.status === 409) {
        showNotice({ kind: "danger", title: "Rule Not Saved", text });
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form
      className="form-card"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={name}>
        {(input) => (
          <div className="select is-fullwidth">
            <select
              {...input}
              value={kind}
              onChange={(event) => setKind(event.target.value as AssignmentKind)}
            >
              {Object.entries(assignmentWords).map(([key, words]) => (
                <option key={key} value={key}>
                  {words}
                </option>
              ))}
            </select>
          </div>
        )}
      </Field>
      {kind === "fixed" && (
        <ManagerChoice
          label={`Who at ${name}?`}
          among={(manager) => manager.has_psychics}
          chosen={person}
          onChoose={setPerson}
        />
      )}
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      <div className="form-buttons">
        <Button type="submit" busy={busy} disabled={!isChanged}>
          Save Rule
        </Button>
      </div>
    </Form>
  );
}
