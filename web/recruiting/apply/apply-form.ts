import { brandKeys } from "#shared/reference/brands.ts";
import { oneLine } from "#shared/rules/one-line.ts";
import { digitsOf } from "#shared/rules/phones.ts";
import { ApiError, isCommunicationFailure } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { prepareBotCheck } from "./bot-check.ts";
import { type CheckedField, checkedFields, checks, limits } from "./checks.ts";
import { clearNotices, showNotice } from "./notice.ts";
import { formatPhone } from "./phone-input.ts";
import { type Application, sendApplication } from "./send.ts";
import { tabStorage } from "./tab-storage.ts";

type Values = Record<CheckedField, string> & { method: "E" | "P" };

function part<E extends HTMLElement>(form: HTMLFormElement, selector: string): E {
  const found = form.querySelector<E>(selector);
  if (!found) throw new Error(`The apply form has no ${selector}`);
  return found;
}

/** Adds the script's behavior to the form, which the server sent as plain HTML. */
function start(form: HTMLFormElement): void {
  const brand = brandKeys.find((key) => key === form.dataset.brand) ?? brandKeys[0];
  const referral = form.dataset.referral ? Number(form.dataset.referral) : null;
  const draft = tabStorage<Values>(`application:${brand}`);
  const button = part<HTMLButtonElement>(form, "button");
  const fieldOf = (field: CheckedField) =>
    part<HTMLInputElement | HTMLTextAreaElement>(form, `#${field}`);
  const phone = part<HTMLInputElement>(form, "#phone");
  let busy = false;

  const values = () => Object.fromEntries(new FormData(form)) as Values;

  function showProblem(field: CheckedField, message: string): void {
    const input = fieldOf(field);
    if (message) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    const place = part(form, `#${field}-problem`);
    if (place.textContent !== message) place.textContent = message;
  }

  function showCount(): void {
    const { length } = fieldOf("comments").value;
    part(form, "#comments-count").textContent = `${length} of ${limits.comments} characters`;
  }

  /** @returns the first field with a problem. */
  function check(): CheckedField | undefined {
    const given = values();
    return checkedFields
      .filter((field) => {
        const message = checks[field](given[field]);
        showProblem(field, message);
        return message !== "";
      })
      .at(0);
  }

  function setBusy(now: boolean): void {
    busy = now;
    button.setAttribute("aria-disabled", String(now));
    button.textContent = now ? "Submitting…" : "Submit";
  }

  const applicationOf = (given: Values): Application => ({
    name: oneLine(given.name),
    email: oneLine(given.email),
    phone: digitsOf(given.phone),
    method: given.method,
    comments: given.comments,
    referral,
  });

  function showRefusal(error: unknown): void {
    if (!(error instanceof ApiError) || isCommunicationFailure(error)) {
      showNotice(
        "failure",
        "Error Communicating With Server",
        "There was an error communicating with the server. Please refresh the page after a few seconds and try again.",
      );
      return;
    }
    const errors = error.problem?.errors ?? [];
    for (const field of checkedFields) {
      const fieldError = errors.find(({ path }) => path === `contact.${field}`);
      if (fieldError) showProblem(field, fieldError.message);
    }
    const other = errors.find(({ path }) => path === "altcha");
    showNotice("failure", "Not Submitted", other?.message ?? sentenceOf(error));
  }

  async function submit(): Promise<void> {
    const wrong = check();
    if (wrong) {
      fieldOf(wrong).focus();
      return;
    }
    clearNotices();
    setBusy(true);
    try {
      const application = applicationOf(values());
      await sendApplication(application, brand);
      draft.forget();
      form.reset();
      showCount();
      showNotice(
        "sent",
        "Success",
        "Your information has been submitted.",
        `A psychic manager replies within 48 hours, by ${application.method === "P" ? "phone" : "email"}.`,
      );
    } catch (error) {
      showRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  const before = draft.get();
  if (before) {
    for (const field of checkedFields) fieldOf(field).value = before[field] ?? "";
    const choice = form.querySelector<HTMLInputElement>(
      `[name="method"][value="${before.method}"]`,
    );
    if (choice) choice.checked = true;
  }
  showCount();

  form.noValidate = true;
  form.addEventListener("focusin", prepareBotCheck, { once: true });
  form.addEventListener("input", ({ target }) => {
    if (target === phone) formatPhone(phone);
    const field = checkedFields.find((one) => target === fieldOf(one));
    if (field) showProblem(field, checks[field](fieldOf(field).value));
    if (field === "comments") showCount();
    draft.set(values());
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // Ignore a second press while the form is being sent.
    if (!busy) void submit();
  });
  button.disabled = false;
}

const form = document.querySelector<HTMLFormElement>("#apply");
if (form) start(form);
