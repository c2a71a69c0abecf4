import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { KnownLink } from "./known-paths.tsx";
import { Spinner } from "./spinner.tsx";
import "./tile.scss";

interface TileProps {
  label: string;
  icon: IconName;
  /** The address of the figure's details; no link if that screen does not exist. */
  to: string;
  /** The figure, or lines instead of one; undefined while it loads. */
  figure: ReactNode;
  note?: ReactNode;
  /** At the tile's lower edge, such as a sparkline. */
  foot?: ReactNode;
}

function looksOf(figure: ReactNode): string {
  if (typeof figure === "string") return figure.length > 11 ? "tile-figure is-long" : "tile-figure";
  return figure === undefined ? "tile-figure" : "tile-lines";
}

/** A figure with its label; keeps its size while it loads. */
export function Tile({ label, icon, to, figure, note, foot }: TileProps) {
  return (
    <KnownLink to={to} className="tile">
      <span className="tile-label">
        <Icon name={icon} size={18} />
        {label}
        <span className="tile-arrow">
          <Icon name="next" size={16} />
        </span>
      </span>
      <span className={looksOf(figure)}>{figure ?? <Spinner label={`Loading: ${label}`} />}</span>
      <span className="tile-note">{note}</span>
      {foot && <span className="tile-foot">{foot}</span>}
    </KnownLink>
  );
}
