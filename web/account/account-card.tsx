import type { ReactNode } from "react";
import { brandOf } from "../../shared/reference/brands.ts";
import { ScreenHeading } from "../ui/screen-heading.tsx";

interface AccountCardProps {
  title: string;
  documentTitle?: string;
  children: ReactNode;
}

export function AccountCard({ title, documentTitle, children }: AccountCardProps) {
  return (
    <div className="account-card">
      <ScreenHeading
        title={title}
        {...(documentTitle && { documentTitle })}
        portal={brandOf(location.hostname).name}
      />
      {children}
    </div>
  );
}
