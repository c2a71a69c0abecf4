import type { Brand } from "./brands.ts";

/**
 * The brands of the demo and the tests, used without BRANDS_FILE. Production refuses them. The web
 * app never imports this file, so that no build contains it.
 */
export const exampleBrands: readonly [Brand, Brand] = [
  {
    key: "cos",
    name: "COS",
    portalName: "COS Advisor Portal",
    hosts: ["cos.localhost"],
    apiHost: null,
    supportPhone: "8005550142",
    supportEmail: "support@cos.example",
    showsSupportEmail: false,
    showsAgreement: false,
    chatAddress: "https://chat.cos.example/",
    sender: "COS <no-reply@cos.example>",
    referral: null,
  },
  {
    key: "onesun",
    name: "One Sun",
    portalName: "One Sun Advisor Portal",
    hosts: ["onesun.localhost"],
    apiHost: null,
    supportPhone: "8005550187",
    supportEmail: "support@onesun.example",
    showsSupportEmail: true,
    showsAgreement: true,
    chatAddress: "https://chat.onesun.example/",
    sender: "One Sun <no-reply@onesun.example>",
    referral: 200100,
  },
];
