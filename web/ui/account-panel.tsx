import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import type { AccountMenuProps } from "./account-menu.tsx";
import { Button } from "./button.tsx";
import { chooseTheme } from "./choose-theme.ts";
import { Icon } from "./icon.tsx";
import { type ThemeChoice, themeChoice, themeChoices } from "./theme.ts";
import "./account-menu.scss";

const words: Record<ThemeChoice, string> = { system: "System", light: "Light", dark: "Dark" };

function ThemeRadios() {
  const [choice, setChoice] = useState(themeChoice);
  const choose = (theme: ThemeChoice) => {
    chooseTheme(theme);
    setChoice(theme);
  };
  return (
    <fieldset className="theme-radios">
      <legend>Theme</legend>
      {themeChoices.map((theme) => (
        <label key={theme}>
          <input
            type="radio"
            name="theme"
            checked={theme === choice}
            onChange={() => choose(theme)}
          />
          <span>
            <Icon name={theme} />
            {words[theme]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface AccountPanelProps extends AccountMenuProps {
  /** The menu around the panel and its button. */
  menu: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The panel that the account menu opens. Its code loads when the menu first opens. */
export default function AccountPanel(props: AccountPanelProps) {
  const { userName, profile, signingOut, onSignOut, menu } = props;
  const { key } = useLocation();
  const opened = useRef(key);
  const onClose = useEffectEvent(props.onClose);

  useEffect(() => {
    if (key !== opened.current) onClose();
  }, [key]);
  useEffect(() => {
    const onElsewhere = ({ target }: Event) => {
      const isIn = target instanceof Element && menu.current?.contains(target);
      // Log Me Out may ask a question, in a modal above the panel.
      const isAsked = target instanceof Element && target.closest("dialog");
      if (!isIn && !isAsked) onClose();
    };
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
    };
  }, [menu]);

  return (
    <div id="account-panel" className="account-panel">
      <p>
        Signed in as <strong>{userName}</strong>
      </p>
      <Link to={profile} className="account-link">
        <Icon name="profile" />
        Profile
      </Link>
      <ThemeRadios />
      <Button look="quiet" icon="signOut" busy={signingOut} onClick={onSignOut}>
        Log Me Out
      </Button>
    </div>
  );
}
