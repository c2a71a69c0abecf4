import { type ReactNode, useState } from "react";
import { type UseFormRegisterReturn, useForm } from "react-hook-form";
import { DateRangeForm } from "../ui/date-range-form.tsx";
import { Field } from "../ui/field.tsx";
import { CheckField } from "../ui/form/check-field.tsx";
import { ConfirmModal } from "../ui/form/confirm-modal.tsx";
import { ConflictModal } from "../ui/form/conflict-modal.tsx";
import { EditForm } from "../ui/form/edit-form.tsx";
import { InputField, SelectField, TextAreaField } from "../ui/form/input-field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordField, ShowButton } from "../ui/password-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { type Exhibit, nothing, Opened } from "./exhibit.tsx";

const hint = "As the platform knows you";
const error = "Enter a name";

function Registered(props: { children: (field: UseFormRegisterReturn) => ReactNode }) {
  const form = useForm({ defaultValues: { field: "" } });
  return props.children(form.register("field"));
}

const options = [
  { value: "US", label: "United States" },
  { value: "CA", label: "Canada" },
];

const noForm = {
  submit: nothing,
  busy: false,
  isDirty: true,
  problem: undefined,
  guard: { asking: false, stay: nothing, leave: nothing },
  conflict: undefined,
  keepMine: nothing,
  keepTheirs: nothing,
  closeConflict: nothing,
};

function Edited(props: {
  busy?: boolean;
  problem?: string;
  readOnly?: boolean;
  isDirty?: boolean;
}) {
  const { readOnly = false, ...state } = props;
  return (
    <EditForm form={{ ...noForm, ...state }} submitLabel="Save" readOnly={readOnly}>
      <TextField label="Name" onText={nothing} disabled={readOnly} />
    </EditForm>
  );
}

function Range() {
  const [range, setRange] = useState({ start: "2026-07-19", end: "2026-07-25" });
  return <DateRangeForm range={range} today="2026-07-26" onRange={setRange} />;
}

export const fields: readonly Exhibit[] = [
  {
    parts: { Field },
    states: {
      usual: <Field label="Name">{(input) => <input {...input} className="input" />}</Field>,
      "hint and length": (
        <Field label="Name" hint={hint} length="3 of 20 characters">
          {(input) => <input {...input} className="input" />}
        </Field>
      ),
      error: (
        <Field label="Name" error={error}>
          {(input) => <input {...input} className="input" />}
        </Field>
      ),
    },
  },
  {
    parts: { TextField },
    states: {
      usual: <TextField label="Name" onText={nothing} />,
      hint: <TextField label="Name" hint={hint} onText={nothing} />,
      error: <TextField label="Name" error={error} onText={nothing} />,
      disabled: <TextField label="Name" disabled onText={nothing} />,
    },
  },
  {
    parts: { PasswordField },
    states: {
      usual: <PasswordField label="Password" onText={nothing} />,
      error: <PasswordField label="Password" error="Enter your password" onText={nothing} />,
    },
  },
  {
    parts: { ShowButton },
    states: {
      hidden: <ShowButton what="password" isShown={false} onShow={nothing} />,
      shown: <ShowButton what="password" isShown onShow={nothing} />,
    },
  },
  {
    parts: { InputField },
    states: {
      usual: <Registered>{(field) => <InputField label="City" registration={field} />}</Registered>,
      "hint and error": (
        <Registered>
          {(field) => <InputField label="City" hint={hint} error={error} registration={field} />}
        </Registered>
      ),
      disabled: (
        <Registered>
          {(field) => <InputField label="City" disabled registration={field} />}
        </Registered>
      ),
    },
  },
  {
    parts: { TextAreaField },
    states: {
      usual: (
        <Registered>
          {(field) => (
            <TextAreaField label="Body" length={{ now: 12, atMost: 400 }} registration={field} />
          )}
        </Registered>
      ),
      "too long": (
        <Registered>
          {(field) => (
            <TextAreaField
              {...{ label: "Body", length: { now: 412, atMost: 400 }, registration: field }}
              error="Enter at most 400 characters"
            />
          )}
        </Registered>
      ),
    },
  },
  {
    parts: { SelectField },
    states: {
      usual: (
        <Registered>
          {(field) => <SelectField label="Country" options={options} registration={field} />}
        </Registered>
      ),
      "none chosen, error": (
        <Registered>
          {(field) => (
            <SelectField
              {...{ label: "Country", options, none: "Choose one", registration: field }}
              error="Choose a country"
            />
          )}
        </Registered>
      ),
    },
  },
  {
    parts: { CheckField },
    states: {
      usual: (
        <Registered>{(field) => <CheckField label="I agree" registration={field} />}</Registered>
      ),
      "hint and error": (
        <Registered>
          {(field) => (
            <CheckField label="I agree" hint={hint} error="Agree first" registration={field} />
          )}
        </Registered>
      ),
    },
  },
  { parts: { DateRangeForm }, states: { usual: <Range /> } },
  {
    parts: { Form },
    states: {
      usual: (
        <Form>
          <TextField label="Name" onText={nothing} />
        </Form>
      ),
    },
  },
  {
    parts: { EditForm },
    states: {
      unchanged: <Edited isDirty={false} />,
      changed: <Edited />,
      busy: <Edited busy />,
      problem: <Edited problem="The server could not be reached." />,
      "read only": <Edited readOnly />,
    },
  },
  {
    parts: { ConfirmModal },
    states: {
      usual: <Opened>{(close) => <ConfirmModal onYes={close} onNo={close} />}</Opened>,
      "own words": (
        <Opened>
          {(close) => (
            <ConfirmModal title="Send 3 gifts?" yes="Send" no="Cancel" onYes={close} onNo={close}>
              <p>Each is 5 free minutes.</p>
            </ConfirmModal>
          )}
        </Opened>
      ),
      busy: <Opened>{(close) => <ConfirmModal busy onYes={nothing} onNo={close} />}</Opened>,
    },
  },
  {
    parts: { ConflictModal },
    states: {
      usual: (
        <Opened>
          {(close) => (
            <ConflictModal
              differences={[{ label: "City", mine: "Portland", theirs: "Salem" }]}
              {...{ busy: false, onMine: close, onTheirs: close, onClose: close }}
            />
          )}
        </Opened>
      ),
    },
  },
];
