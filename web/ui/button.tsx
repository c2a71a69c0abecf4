import type { ComponentProps } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps extends Omit<ComponentProps<"button">, "className"> {
  look?: "primary" | "plain" | "quiet" | "danger";
  icon?: IconName;
  /** Puts the icon after the text. */
  iconAfter?: IconName;
  /** While its action runs, the button keeps its width and focus but ignores clicks. */
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
      // Not `disabled`, which would lose the focus.
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

/** A button with only an icon; the label is its name and tooltip. */
export function IconButton({ icon, label, size = 20, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className="icon-button" aria-label={label} title={label}>
      <Icon name={icon} size={size} />
    </button>
  );
}
