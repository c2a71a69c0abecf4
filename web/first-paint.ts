import { brandOf } from "../shared/reference/brands.ts";
import { paintBar } from "./ui/bar-colors.ts";
import { applyTheme, themeChoice } from "./ui/theme.ts";

// Runs in <head>, before anything is painted: see firstPaint() in vite.config.ts.
const brand = brandOf(location.hostname);
document.documentElement.dataset.brand = brand.key;
document.title = brand.name;
applyTheme(themeChoice());
paintBar(brand);
