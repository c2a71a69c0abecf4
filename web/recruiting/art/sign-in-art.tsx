import { NightWheel } from "./night-wheel.tsx";
import { Sunrise } from "./sunrise.tsx";

const morning =
  ".halo{fill:#ffc65c;fill-opacity:.28}.rays,.glints{stroke:#f8ab2b}.sun{fill:#f8ab2b}.hill-far{fill:#8cc3bf}.hill{fill:#2f868a}.hill-near{fill:#0d5660}.glints{stroke-opacity:.55}";
const dawn =
  ".halo{fill:#f2a027;fill-opacity:.14}.rays,.glints{stroke:#f2a027}.sun{fill:#f2a027}.hill-far{fill:#2c6d70}.hill{fill:#155056}.hill-near{fill:#0a3338}.glints{stroke-opacity:.55}";

/** A whole picture, because a background's colors cannot come from the page. */
function SunriseFile({ colors }: { colors: string }) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-760 -310 1520 500">
      <title>The sun rises over hills</title>
      <style>{colors}</style>
      <Sunrise />
    </svg>
  );
}

/** The pictures beside the sign-in form: files in `web/ui/art`, so that browsers keep them. */
export const signInArt = {
  "cos.svg": (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-240 -240 480 480">
      <title>The moon and the wheel of the year</title>
      <NightWheel />
    </svg>
  ),
  "onesun.svg": <SunriseFile colors={morning} />,
  "onesun-dark.svg": <SunriseFile colors={dawn} />,
};
