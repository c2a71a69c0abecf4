import type { ReactNode } from "react";
import { pageBrand } from "../lib/page-brand.ts";
import { ScreenHeading } from "../ui/screen-heading.tsx";
import "./account-card.scss";

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
        portal={pageBrand().name}
      />
      {children}
    </div>
  );
}
