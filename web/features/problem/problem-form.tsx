import { z } from "zod";
import { problemDetailsAtMost, problemFields } from "#shared/problem-fields.ts";
import { problemEndpoints } from "#shared/problems.ts";
import { defaultProblemCategory, problemCategories } from "#shared/reference/problem-categories.ts";
import type { Session } from "#shared/sessions.ts";
import { save } from "#web/api/save.ts";
import { EditForm } from "#web/ui/form/edit-form.tsx";
import { SelectField, TextAreaField } from "#web/ui/form/input-field.tsx";
import { tellSaved } from "#web/ui/form/tell-saved.ts";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";

const schema = z.object(problemFields);
const empty: z.input<typeof schema> = { category: defaultProblemCategory, details: "" };
const options = problemCategories.map((category) => ({ value: category, label: category }));

interface ProblemFormProps {
  session: Session;
  /** The address after a report. */
  next: string;
}

/** Reports a problem to the manager and the brand's support. */
export function ProblemForm({ session, next }: ProblemFormProps) {
  const form = useEditForm({
    name: "problem",
    schema,
    stored: empty,
    version: null,
    save: (body) =>
      save(problemEndpoints.reportProblem, { params: { id: String(session.user_id) }, body }),
    onSaved: (isWaiting) =>
      tellSaved(isWaiting, "Problem Submitted", "Your problem was submitted successfully."),
    next,
  });
  return (
    <div className="form-card is-narrow">
      <EditForm form={form} submitLabel="Submit" submitLook="primary">
        <SelectField
          label="Category"
          options={options}
          registration={form.register("category")}
          error={form.errors.category?.message}
        />
        <TextAreaField
          label="Details"
          hint="What did you do, what happened, and what did you expect? Say when: the time helps us find the problem."
          rows={8}
          length={{ now: form.watch("details").length, atMost: problemDetailsAtMost }}
          registration={form.register("details")}
          error={form.errors.details?.message}
        />
      </EditForm>
    </div>
  );
}
