import { useState } from "react";
import { Link } from "react-router-dom";
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

/** The content of the account menu. Its code loads when the menu first opens. */
export default function AccountPanel(props: AccountMenuProps) {
  const { userName, profile, security, notifications, signingOut, onSignOut } = props;
  return (
    <>
      <p>
        Signed in as <strong>{userName}</strong>
      </p>
      <Link to={profile} className="account-link">
        <Icon name="profile" />
        Profile
      </Link>
      <Link to={security} className="account-link">
        <Icon name="security" />
        Security
      </Link>
      {notifications && (
        <Link to={notifications} className="account-link">
          <Icon name="bell" />
          Notifications
        </Link>
      )}
      <ThemeRadios />
      <Button look="quiet" icon="signOut" busy={signingOut} onClick={onSignOut}>
        Log Me Out
      </Button>
    </>
  );
}
