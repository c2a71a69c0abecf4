import { Outlet } from "react-router-dom";
import { PublicFrame } from "../ui/public-frame.tsx";

/** The frame of a brand's public screens. */
export function PublicLayout() {
  return (
    <PublicFrame look="public">
      <Outlet />
    </PublicFrame>
  );
}
