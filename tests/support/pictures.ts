import { type BrandKey, brandKeys } from "#shared/reference/brands.ts";

/** The screens: width, height, and how many pixels of the picture show one pixel of the screen. */
export const sizes = {
  desktop: { width: 1440, height: 900, scale: 1 },
  phone: { width: 390, height: 844, scale: 2 },
} as const;

export interface Picture {
  /** The picture's file, below the project's folder. */
  file: string;
  /** The largest size of the file, in bytes. */
  limit: number;
  brand: BrandKey;
  size: keyof typeof sizes;
  /** How much of the screen the picture shows, from the top. Without it, the whole screen. */
  height?: number;
  /** The picture's width, if it is smaller than the screen's. */
  width?: number;
  isDark?: true;
  /** The signed-in user. A recruiting site has none. */
  user?: "manager" | "luna";
  path: string;
  /** The preparation before the picture is taken (tests/e2e/pictures/preparations.ts). */
  prepare?: "openListing" | "saveOffline" | "hideName";
}

const readme = (name: string) => ({ file: `docs/screenshots/${name}.png`, limit: 160_000 });
const manager = { brand: "cos", size: "desktop", user: "manager" } as const;
const psychic = { brand: "cos", size: "phone", user: "luna" } as const;

/** The pictures of the README, of the web manifests and of the recruiting sites. */
export const pictures: readonly Picture[] = [
  { ...readme("dashboard"), ...manager, path: "/dashboard" },
  { ...readme("account"), ...manager, path: "/psychics/luna" },
  {
    ...readme("approvals-dark"),
    ...manager,
    isDark: true,
    path: "/approvals",
    prepare: "openListing",
  },
  { ...readme("statistics"), ...manager, path: "/statistics" },
  { ...readme("psychic-phone"), ...psychic, path: "/psychic" },
  { ...readme("schedule-phone-dark"), ...psychic, isDark: true, path: "/psychic/schedule" },
  { ...readme("waiting-phone"), ...psychic, path: "/psychic", prepare: "saveOffline" },
  { ...readme("sign-in"), brand: "cos", size: "desktop", path: "/login" },
  { ...readme("recruiting-phone"), brand: "onesun", size: "phone", path: "/onesun" },
  { ...readme("recruiting"), brand: "cos", size: "desktop", path: "/cos" },
  ...brandKeys.flatMap((brand): Picture[] => {
    const file = (name: string) => `web/public/brands/${brand}/${name}.webp`;
    const home = { brand, user: "luna", path: "/psychic" } as const;
    const ofSite = {
      ...home,
      size: "phone",
      height: 484,
      width: 560,
      limit: 30_000,
      prepare: "hideName",
    } as const;
    return [
      { ...home, file: file("narrow"), size: "phone", limit: 60_000 },
      { ...home, file: file("wide"), size: "desktop", limit: 60_000 },
      { ...ofSite, file: file("home") },
      { ...ofSite, file: file("home-dark"), isDark: true },
    ];
  }),
];
