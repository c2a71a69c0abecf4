import { useEffect, useState, useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { currentNotices, dismissNotice, type Notice, watchNotices } from "./notice-store.ts";
import { topModal, watchModals } from "./open-modals.ts";
import "./notices.scss";

const shownFor = 7000;
const classes = { success: "notice", waiting: "notice is-waiting", danger: "notice is-danger" };

function NoticeCard({ notice }: { notice: Notice }) {
  const { id, kind, title, text, persistent } = notice;
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (persistent || held) return;
    const timer = setTimeout(() => dismissNotice(id), shownFor);
    return () => clearTimeout(timer);
  }, [id, persistent, held]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it from going away
    <div
      className={classes[kind]}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={kind} />
      <div className="notice-words">
        <p className="notice-title">{title}</p>
        <p>{text}</p>
      </div>
      <IconButton
        icon="close"
        label={`Close: ${title}`}
        size={18}
        onClick={() => dismissNotice(id)}
      />
    </div>
  );
}

/**
 * Only the page's notices have roles. In a modal the modal's own texts have roles, so its notices
 * have `aria-live` instead.
 */
const regions = {
  ofPage: { danger: { role: "alert" }, success: { role: "status" } },
  inModal: { danger: { "aria-live": "assertive" }, success: { "aria-live": "polite" } },
} as const;

interface NoticesProps {
  /** The modal that contains these notices: only the modal on top can be reached (G8). */
  modal?: string;
}

/** The notices. Both live regions exist from the start, so that screen readers announce each. */
export function Notices({ modal }: NoticesProps) {
  const notices = useSyncExternalStore(watchNotices, currentNotices);
  const isOnTop = useSyncExternalStore(watchModals, topModal) === (modal ?? null);
  const region = modal ? regions.inModal : regions.ofPage;
  const cards = (isDanger: boolean) =>
    notices
      .filter(({ kind }) => isOnTop && (kind === "danger") === isDanger)
      .map((notice) => <NoticeCard key={notice.id} notice={notice} />);
  return (
    <div className="notices">
      <div {...region.danger}>{cards(true)}</div>
      <div {...region.success}>{cards(false)}</div>
    </div>
  );
}
