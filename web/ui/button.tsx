import type { ComponentProps } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps extends Omit<ComponentProps<"button">, "className"> {
  look?: "primary" | "plain" | "quiet" | "danger";
  icon?: IconName;
  /** After the words instead of before them. */
  iconAfter?: IconName;
  /** Its action is under way: it keeps its width and its focus, and does nothing more. */
  busy?: boolean;
}

const classes = { primary: "is-primary", plain: "", quiet: "is-quiet", danger: "is-loss" };

export function Button({
  look = "plain",
  icon,
  iconAfter,
  busy = false,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const names = ["button", classes[look], busy && "is-loading"];
  return (
    <button
      {...rest}
      type={busy ? "button" : type}
      className={names.filter(Boolean).join(" ")}
      // `disabled` would take the focus away; a busy button only stops answering.
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {icon && <Icon name={icon} size={18} />}
      {children}
      {iconAfter && <Icon name={iconAfter} size={18} />}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "children"> {
  icon: IconName;
  label: string;
  size?: number;
}

/** A button that is an icon; its label is its name and its tooltip. */
export function IconButton({ icon, label, size = 20, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className="icon-button" aria-label={label} title={label}>
      <Icon name={icon} size={size} />
    </button>
  );
}
