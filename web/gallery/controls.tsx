import { BrandMark } from "../ui/brand-mark.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Chip, Chips } from "../ui/chips.tsx";
import "../ui/app-icons.ts";
import "../ui/manager-icons.ts";
import { Icon, type IconName, strokes } from "../ui/icon.tsx";
import { KnownLink } from "../ui/known-paths.tsx";
import { Segment } from "../ui/segment.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { StatusTag, looks as statusLooks } from "../ui/status-tag.tsx";
import { ThemeSwitch } from "../ui/theme-switch.tsx";
import { When } from "../ui/when.tsx";
import { type Exhibit, nothing } from "./exhibit.tsx";

const looks = ["primary", "plain", "quiet"] as const;

function Buttons(props: {
  busy?: boolean;
  disabled?: boolean;
  icon?: IconName;
  iconAfter?: IconName;
}) {
  return (
    <div className="buttons">
      {looks.map((look) => (
        <Button key={look} look={look} {...props}>
          {look}
        </Button>
      ))}
    </div>
  );
}

export const controls: readonly Exhibit[] = [
  {
    parts: { Button },
    states: {
      usual: <Buttons />,
      busy: <Buttons busy />,
      disabled: <Buttons disabled />,
      "with an icon": <Buttons icon="eye" />,
      "with an icon after the words": <Buttons iconAfter="eye" />,
    },
  },
  {
    parts: { IconButton },
    states: {
      usual: <IconButton icon="eye" label="Show" />,
      disabled: <IconButton icon="eye" label="Show" disabled />,
    },
  },
  {
    parts: { Icon },
    states: {
      all: (Object.keys(strokes) as IconName[]).map((name) => (
        <span key={name} title={name}>
          <Icon name={name} />{" "}
        </span>
      )),
    },
  },
  {
    parts: { StatusTag },
    states: {
      all: (
        <div className="tags">
          {[...Object.keys(statusLooks), "Any other"].map((status) => (
            <StatusTag key={status} status={status} />
          ))}
        </div>
      ),
    },
  },
  {
    parts: { Chips, Chip },
    states: {
      usual: (
        <Chips label="Type">
          <Chip name="All" isChosen onChoose={nothing} />
          <Chip name="Listings" isChosen={false} onChoose={nothing} />
        </Chips>
      ),
      counted: (
        <Chips label="Type">
          <Chip name="All" count={1203} isChosen onChoose={nothing} />
          <Chip name="Listings" count={undefined} isChosen={false} onChoose={nothing} />
          <Chip name="Pictures" count={0} isChosen={false} onChoose={nothing} />
        </Chips>
      ),
    },
  },
  {
    parts: { Segment },
    states: {
      usual: (
        <Segment
          label="Period"
          options={[
            { key: "this", name: "Current period" },
            { key: "last", name: "Last period" },
          ]}
          chosen="this"
          onChoose={nothing}
        />
      ),
    },
  },
  { parts: { Spinner }, states: { usual: <Spinner label="Loading" /> } },
  { parts: { BrandMark }, states: { usual: <BrandMark /> } },
  { parts: { ThemeSwitch }, states: { usual: <ThemeSwitch /> } },
  { parts: { When }, states: { usual: <When text="07/26/2026 01:00:09 PM ET" /> } },
  {
    parts: { KnownLink },
    states: { "to a known path": <KnownLink to="/login">Sign in</KnownLink> },
  },
];
