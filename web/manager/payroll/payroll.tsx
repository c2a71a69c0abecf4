import { type FormEvent, useState } from "react";
import { Link } from "react-router-dom";
import { payrollEndpoints } from "#shared/payroll.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { call } from "#web/api/call.ts";
import { sendConfirmed } from "#web/api/confirmation.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { RoleGate } from "#web/features/role-gate.tsx";
import { download } from "#web/lib/download.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { ManagerHeading } from "../manager-heading.tsx";
import "#web/ui/screen-heading.scss";
import "./payroll.scss";

/** For how many years before this one the form offers a file. */
const yearsBack = 7;

/** The tax filer's yearly file. SSNs are opened one by one, on a psychic's profile. */
export const Payroll = () => (
  <RoleGate needs="handle-payroll" title="Payroll">
    <ManagerHeading title="Payroll" />
    <TaxFile />
    <section className="payroll-part">
      <h2 className="section-title">One SSN</h2>
      <p>
        To open or correct one SSN, choose the psychic in <Link to="/psychics">All Psychics</Link>.
        The SSN is at the end of the psychic’s profile.
      </p>
    </section>
  </RoleGate>
);

function TaxFile() {
  const thisYear = Number(newYorkDay(Date.now()).slice(0, 4));
  const years = Array.from({ length: yearsBack + 1 }, (_, index) => thisYear - index);
  const [year, setYear] = useState(thisYear - 1);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [made, setMade] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    setMade(undefined);
    try {
      const request = { body: { year } };
      const data = await sendConfirmed(() => call(payrollEndpoints.makeTaxFile, request));
      download(new Blob([data.content], { type: "application/octet-stream" }), data.name);
      const people = data.psychics === 1 ? "1 psychic" : `${data.psychics} psychics`;
      const have = data.without_ssn === 1 ? "has" : "have";
      const without =
        data.without_ssn > 0 ? ` ${data.without_ssn} of them ${have} no SSN in the portal.` : "";
      setMade(`${data.name} is in your downloads. It has ${people}.${without}`);
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="payroll-part">
      <h2 className="section-title">Tax File</h2>
      <p>
        The file has the name, address and SSN of each psychic who had a reading that year. It is
        encrypted, and only the tax filer can open it.
      </p>
      <Form onSubmit={submit}>
        <Field label="Year" error={problem}>
          {(input) => (
            <div className="select">
              <select
                {...input}
                value={year}
                onChange={(event) => setYear(Number(event.target.value))}
              >
                {years.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </div>
          )}
        </Field>
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy}>
            Make Tax File
          </Button>
        </div>
      </Form>
      <p role="status">{made}</p>
    </section>
  );
}
