import { Outlet } from "react-router-dom";
import { PublicFrame } from "../ui/public-frame.tsx";

/** The frame of screens that need no sign-in: one card in the middle of the page. */
export function AccountLayout() {
  return (
    <PublicFrame look="account">
      <Outlet />
    </PublicFrame>
  );
}
