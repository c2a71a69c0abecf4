import type { ReactNode } from "react";
import { type Capability, may } from "#shared/rules/staff.ts";
import { useRole } from "../api/use-may.ts";
import { hostBrand } from "../lib/page-brand.ts";
import { EmptyPanel } from "../ui/empty-panel.tsx";
import { ScreenHeading } from "../ui/screen-heading.tsx";
import { Spinner } from "../ui/spinner.tsx";

interface RoleGateProps {
  needs: Capability;
  /** The screen's title. */
  title: string;
  children: ReactNode;
}

/** A screen that some roles do not have. It asks the server nothing that the server would refuse. */
export function RoleGate({ needs, title, children }: RoleGateProps) {
  const role = useRole();
  if (may(role, needs)) return children;
  return (
    <>
      <ScreenHeading title={title} portal={hostBrand().name} />
      {role ? (
        <EmptyPanel
          title="Your role does not have this screen"
          text="Ask an owner if you need it."
        />
      ) : (
        <div className="state-panel">
          <Spinner label={`Loading ${title}`} />
        </div>
      )}
    </>
  );
}
