import { hostBrand } from "#web/lib/page-brand.ts";
import { installFacts, isApple } from "../shell/install-way.ts";

/** Explains how to allow notifications again, because a browser asks only once. */
export function AllowAgain() {
  const facts = installFacts(false);
  const { name } = hostBrand();
  if (isApple(facts)) {
    return (
      <p>
        Notifications are blocked on this device. To allow them, open <b>Settings</b>, tap{" "}
        <b>Notifications</b>, then <b>{name}</b>, and switch on <b>Allow Notifications</b>.
      </p>
    );
  }
  return (
    <p>
      Notifications are blocked on this device. To allow them, tap the icon beside the address, open{" "}
      <b>Permissions</b> or <b>Site settings</b>, and set <b>Notifications</b> to <b>Allow</b>.
      {facts.standalone &&
        " In the installed app: hold its icon, then tap App info and Notifications."}
    </p>
  );
}
