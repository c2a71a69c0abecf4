import "../ui/styles/default.scss";
import { Outlet } from "react-router-dom";
import { useSession } from "../api/use-session.ts";
import { useSignOut } from "../features/use-sign-out.ts";
import { type MenuItem, Shell } from "../ui/shell.tsx";

const menu: readonly MenuItem[] = [{ to: "/psychic", label: "Dashboard", icon: "dashboard" }];

export function AdvisorLayout() {
  const session = useSession();
  const { signingOut, signOut } = useSignOut();
  return (
    <Shell
      home="/psychic"
      userName={session?.username ?? ""}
      menuTitle="Psychic Menu"
      menu={menu}
      signingOut={signingOut}
      onSignOut={signOut}
    >
      <Outlet />
    </Shell>
  );
}
