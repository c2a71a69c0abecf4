import { Outlet } from "react-router-dom";
import { PublicFrame } from "../ui/public-frame.tsx";

/** The frame of screens that need no sign-in: a form beside the brand's picture. */
export function AccountLayout() {
  return (
    <PublicFrame look="account">
      <Outlet />
    </PublicFrame>
  );
}
