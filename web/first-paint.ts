import { pageBrand } from "./lib/page-brand.ts";
import { paintBar } from "./ui/bar-colors.ts";
import { applyTheme } from "./ui/choose-theme.ts";
import { themeChoice } from "./ui/theme.ts";

// Runs in <head>, before anything is painted: see scripts/build/head-scripts.ts.
const brand = pageBrand();
document.documentElement.dataset.brand = brand.key;
document.title = brand.name;
applyTheme(themeChoice());
paintBar(brand);
