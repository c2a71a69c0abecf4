import { useEffect } from "react";

/** An app that a manager installs opens on the managers' dashboard, with the managers' shortcuts. */
export function useManagerManifest(): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    if (!link) return;
    const psychics = link.href;
    link.href = "/manifest.webmanifest?role=manager";
    return () => {
      link.href = psychics;
    };
  }, []);
}
