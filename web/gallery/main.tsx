// The development page /gallery/ (npm run dev): every part of web/ui, in both themes side by side.
// No build has it, because nothing of the app imports it.
import { createRoot } from "react-dom/client";
import { applyTheme } from "../ui/choose-theme.ts";
import { Gallery } from "./gallery.tsx";
import "../ui/styles/base.scss";
import "./gallery.scss";

const themes = ["light", "dark"] as const;
const shown = themes.find((theme) => location.search === `?${theme}`);
if (shown) applyTheme(shown);

// A theme and the media queries apply to a whole document, so each theme has a frame.
createRoot(document.getElementById("root") as HTMLElement).render(
  shown ? (
    <Gallery />
  ) : (
    <div className="gallery-themes">
      {themes.map((theme) => (
        <iframe key={theme} title={theme} src={`/gallery/?${theme}`} />
      ))}
    </div>
  ),
);
