import { Icon } from "#web/ui/icon.tsx";
import "./install-hint.scss";

/** How to install the app on an iPhone or iPad, where no page can offer it. */
export function InstallSteps() {
  return (
    <ol className="install-steps">
      <li>
        Tap <b>Share</b> <Icon name="share" size={18} /> in the browser's bar. Where there is none,
        tap <b>•••</b> first.
      </li>
      <li>
        Scroll down and tap <b>Add to Home Screen</b>.
      </li>
      <li>
        Tap <b>Add</b>, then open the portal from the home screen and sign in there once.
      </li>
    </ol>
  );
}
