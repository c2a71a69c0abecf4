import type { Random } from "./random.ts";

const darkHairs = ["#221a1d", "#2f211c", "#3f2a20", "#9c98a3"];
const hairs = [...darkHairs, "#6b4429", "#8f3b26", "#c39a58"];
/** Skin, hair and lips. */
const looks = [
  ["#f6d3bd", hairs, "#b5505a"],
  ["#eab892", hairs, "#a8474f"],
  ["#cf9468", darkHairs, "#8f3b42"],
  ["#a86f49", darkHairs, "#74302f"],
  ["#7d4f35", darkHairs, "#4f2320"],
  ["#66422f", darkHairs, "#3a1a18"],
] as const;
const clothes = ["#3d3a78", "#6d3f7a", "#23696b", "#9a4a5c", "#38557f", "#7a5a36"];
/** Where the light is, and how far it reaches. */
const skies = [
  ["#f3d9a6", "#c98f7d"],
  ["#cfd7f2", "#8089c4"],
  ["#e3cdf0", "#9c7bb8"],
  ["#c6e4df", "#6da5a4"],
  ["#f4cfcf", "#bf7f94"],
  ["#d9e3b8", "#8fa870"],
] as const;

/** Hair behind the head and in front of it. */
const hairstyles: Record<"F" | "M", readonly (readonly [behind: string, front: string])[]> = {
  F: [
    [
      "M130 405Q104 92 240 92T350 405Z",
      "M150 236Q156 120 240 122T330 236Q312 168 236 160 180 172 150 236Z",
    ],
    [
      "M138 320Q112 90 240 92T342 320Q300 344 240 340T138 320Z",
      "M152 226Q150 118 250 122T328 226Q300 152 214 190 172 196 152 226Z",
    ],
    [
      "M240 36A46 46 0 1 1 239 36ZM146 236Q130 96 240 96T334 236Z",
      "M150 230Q160 128 240 130T330 230Q300 170 240 168T150 230Z",
    ],
    [
      "M124 300C84 250 110 208 128 168 150 84 330 84 352 168 370 208 396 250 356 300 300 330 180 330 124 300Z",
      "M152 226Q172 134 240 138T328 226Q292 184 240 182T152 226Z",
    ],
  ],
  M: [
    [
      "M148 232Q132 100 240 98T332 232Z",
      "M150 222Q148 124 246 122T330 222Q318 166 290 160 214 176 172 164 156 186 150 222Z",
    ],
    [
      "M150 226Q140 106 240 106T330 226Z",
      "M152 214Q160 130 240 130T328 214Q308 158 240 156T152 214Z",
    ],
  ],
};

const beard = "M164 236Q168 346 240 350T316 236Q306 282 272 276 240 268 208 276 174 282 164 236Z";

/** A made-up person as SVG, 480 pixels square. What matters is within its circle. */
export function drawPortrait(gender: "F" | "M", random: Random): string {
  const [light, dark] = random.pick(skies);
  const [skin, itsHairs, lips] = random.pick(looks);
  const hair = random.pick(itsHairs);
  const [behind, front] = random.pick(hairstyles[gender]);
  const hasBeard = gender === "M" && random.chance(0.4);
  const tilt = random.int(-4, 4);
  const neckline = random.pick(["M196 372Q240 430 284 372Z", "M196 372L240 440 284 372Z", ""]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480">
<defs><radialGradient id="sky" cx=".5" cy=".4" r=".7"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient></defs>
<rect width="480" height="480" fill="url(#sky)"/>
<g transform="rotate(${tilt} 240 400)">
<path d="${behind}" fill="${hair}"/>
<path d="M40 490Q50 384 176 364L304 364Q430 384 440 490Z" fill="${random.pick(clothes)}"/>
<path d="M198 290H282V374Q240 406 198 374Z${neckline}" fill="${skin}"/>
<path d="M198 316Q240 356 282 316V338Q240 376 198 338Z" opacity=".15"/>
<path d="M152 214Q152 152 240 152T328 214Q326 332 240 336 154 332 152 214Z" fill="${skin}"/>
${hasBeard ? `<path d="${beard}" fill="${hair}"/>` : ""}
<path d="${front}" fill="${hair}"/>
<g fill="none" stroke="#1f1619" stroke-width="7" stroke-linecap="round"><path d="M190 232Q202 222 214 232M266 232Q278 222 290 232"/><path d="M216 288Q240 306 264 288" stroke="${hasBeard ? "#f4ded3" : lips}"/></g>
</g>
</svg>`;
}
