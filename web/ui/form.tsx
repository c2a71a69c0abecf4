import type { ComponentProps, KeyboardEvent } from "react";

/**
 * Whether Enter would submit the form by accident: in a checkbox, or in a modal inside the form.
 */
function submitsUnasked(target: EventTarget): boolean {
  if (!(target instanceof HTMLInputElement) || !target.form) return false;
  const modal = target.closest("dialog");
  const isInModal = modal !== null && !modal.contains(target.form);
  return isInModal || target.type === "checkbox" || target.type === "radio";
}

const keepEnter = (event: KeyboardEvent) => {
  if (event.key === "Enter" && submitsUnasked(event.target)) event.preventDefault();
};

/**
 * All forms of the portal's screens use it. We validate the fields ourselves, and Enter does not
 * submit by accident.
 */
export function Form(props: ComponentProps<"form">) {
  return <form noValidate {...props} onKeyDown={keepEnter} />;
}
