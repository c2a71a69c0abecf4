import type { ComponentProps, KeyboardEvent } from "react";

/**
 * Whether Enter here would submit a form although nobody means it: from a check box, or from a
 * modal that stands inside the form.
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

/** Every form of the portal: we check the fields ourselves, and Enter submits only what is meant. */
export function Form(props: ComponentProps<"form">) {
  return <form noValidate {...props} onKeyDown={keepEnter} />;
}
