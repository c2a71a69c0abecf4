import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { KnownPaths } from "../ui/known-paths.tsx";
import { controls } from "./controls.tsx";
import type { Exhibit } from "./exhibit.tsx";
import { fields } from "./fields.tsx";
import { frames } from "./frames.tsx";
import { panels } from "./panels.tsx";
import { tables } from "./tables.tsx";

export const exhibits: readonly Exhibit[] = [
  ...controls,
  ...fields,
  ...panels,
  ...tables,
  ...frames,
];

function Part({ parts, states, inWindow }: Exhibit) {
  const name = Object.keys(parts).join(", ");
  return (
    <section className="gallery-part" aria-label={name}>
      <h2>{name}</h2>
      <div className="gallery-states">
        {Object.entries(states).map(([state, shown]) => (
          <div key={state} className="gallery-state">
            <h3>{state}</h3>
            <div className={inWindow ? "gallery-window" : ""}>{shown}</div>
          </div>
        ))}
      </div>
    </section>
  );
}

function Parts() {
  return (
    <main className="gallery">
      <h1 className="title">Parts of the interface</h1>
      {exhibits.map((exhibit) => (
        <Part key={Object.keys(exhibit.parts).join()} {...exhibit} />
      ))}
    </main>
  );
}

/** All parts, on a router and with queries of their own. */
export function Gallery() {
  const router = createMemoryRouter([{ path: "*", element: <Parts /> }]);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <KnownPaths value={() => "anyone"}>
        <RouterProvider router={router} />
      </KnownPaths>
    </QueryClientProvider>
  );
}
