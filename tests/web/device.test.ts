import { expect, test } from "vitest";
import { deviceName } from "#web/lib/device-name.ts";
import { installWay } from "#web/pwa/shell/install-way.ts";

const apple = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0";
const agents = {
  iphone: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${apple} Version/18.5 Mobile/15E148 Safari/604.1`,
  iphoneApp: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${apple} Mobile/15E148`,
  iphoneChrome: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${apple} CriOS/156.0 Mobile/15E148 Safari/604.1`,
  mac: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.5 Safari/605.1.15`,
  android: `Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile Safari/537.36`,
  samsung: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  edge: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/156.0.0.0`,
  firefox: "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
};

test.each([
  ["iphone", "Safari on iPhone"],
  ["iphoneApp", "iPhone"],
  ["iphoneChrome", "Chrome on iPhone"],
  ["mac", "Safari on Mac"],
  ["android", "Chrome on Android"],
  ["samsung", "Samsung Internet on Android"],
  ["edge", "Edge on Windows"],
  ["firefox", "Firefox on Linux"],
] as const)("%s is called %s", (agent, name) => {
  expect(deviceName(agents[agent])).toBe(name);
});

test("a browser without a user agent has a name, too", () => {
  expect(deviceName("")).toBe("A browser");
});

const facts = { standalone: false, offered: false, touchPoints: 5, userAgent: agents.android };

test.each([
  ["an installed app offers nothing to install", { standalone: true, offered: true }, "installed"],
  ["a browser's own offer is used", { offered: true }, "offered"],
  ["an iPhone shows the steps", { userAgent: agents.iphone }, "steps"],
  ["Chrome on an iPhone shows the steps", { userAgent: agents.iphoneChrome }, "steps"],
  ["an iPad, which claims to be a Mac, shows the steps", { userAgent: agents.mac }, "steps"],
  ["a Mac shows nothing", { userAgent: agents.mac, touchPoints: 0 }, "none"],
  [
    "a browser that cannot install apps shows nothing",
    { userAgent: agents.firefox, touchPoints: 0 },
    "none",
  ],
] as const)("%s", (_, given, way) => {
  expect(installWay({ ...facts, ...given })).toBe(way);
});
