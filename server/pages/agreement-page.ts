import { createHash } from "node:crypto";
import { type Request, type Response, Router } from "express";
import type { AgreementDocument } from "#shared/reference/agreement.ts";
import type { Brand } from "#shared/reference/brands.ts";
import { type AgreementText, currentAgreement } from "../agreement-text.ts";
import type { Brands } from "../brands.ts";
import { escapeHtml } from "./escape-html.ts";

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; margin: 0; padding: 1.25rem; background: light-dark(#fff, #17181a); color: light-dark(#2b2d33, #cfd1d6); }
main { max-width: 42rem; margin: 0 auto; overflow-wrap: break-word; }
[data-brand="cos"] body { background: light-dark(#fff, #1a1733); color: light-dark(#433f63, #c5c1de); }
[data-brand="onesun"] body { background: light-dark(#fff, #0b2a2f); color: light-dark(#35504f, #b9d2d0); }
h1, h2, h3 { color: light-dark(#15161a, #f1f2f4); line-height: 1.3; }
h1 { font-size: 1.375rem; margin: 0; }
h2 { font-size: 1.1875rem; margin: 2rem 0 0; padding-top: 1.5rem; border-top: 1px solid light-dark(#dcdee2, #36383d); }
h3 { font-size: 1rem; margin: 1.25rem 0 0; }
p { margin: .375rem 0 0; } ul { margin: .375rem 0 0; padding-left: 1.375rem; }
.version { color: light-dark(#5a5d64, #a3a6ad); font-size: .875rem; }
@media (max-width: 24rem) { body { padding: .875rem; } h1 { font-size: 1.1875rem; } h2 { font-size: 1.0625rem; } }
@media print { :root { color-scheme: light; } body { font-size: 11pt; padding: 0; } main { max-width: none; } h2, h3 { break-after: avoid; } li, p { break-inside: avoid; } }
`;

/**
 * Allows only this page's own style. Only this page may be shown in a frame, and only in one of
 * ours.
 */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256")
  .update(style)
  .digest("base64")}'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`;

const title = "Psychic Agreement and Privacy Policy";

function section({ title, parts }: AgreementDocument): string {
  const texts = parts.map(({ title, paragraphs, points = [] }) => {
    const lines = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("");
    const list = points.map((text) => `<li>${escapeHtml(text)}</li>`).join("");
    return `<h3>${escapeHtml(title)}</h3>${lines}${list && `<ul>${list}</ul>`}`;
  });
  return `<section><h2>${escapeHtml(title)}</h2>${texts.join("")}</section>`;
}

function agreementPage(key: Brand["key"], { name, version, documents }: AgreementText): string {
  const shown = escapeHtml(name);
  return `<!doctype html><html lang="en" data-brand="${key}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · ${shown}</title><style>${style}</style></head><body><main aria-labelledby="title"><h1 id="title">${title}</h1><p class="version">${shown}, version ${escapeHtml(version)}</p>${documents.map(section).join("")}</main></body></html>`;
}

function sendAgreement(req: Request, res: Response, page: string): void {
  res.locals.route = "agreement";
  res.setHeader("Content-Security-Policy", policy);
  res.setHeader("Cache-Control", "no-cache");
  res.setHeader("ETag", `"${createHash("sha256").update(page).digest("base64url").slice(0, 16)}"`);
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.end(page);
}

export type FindAgreement = (brand: Brand["key"], hash: string) => Promise<AgreementText | null>;

/**
 * Each brand's agreement, for the frame in the sign-up wizard and for reading and printing, and each
 * text that somebody accepted, at `/{brand}/agreement/{hash}`.
 */
export function agreementPages(brands: Brands, find: FindAgreement): Router {
  const router = Router();
  for (const brand of brands.all) {
    const page = agreementPage(brand.key, JSON.parse(currentAgreement(brand).text));
    router.get(`/${brand.key}/agreement`, (req, res) => sendAgreement(req, res, page));
    router.get(`/${brand.key}/agreement/:hash`, async (req, res, next) => {
      const { hash } = req.params;
      const text = /^[0-9a-f]{64}$/.test(hash) ? await find(brand.key, hash) : null;
      if (text) sendAgreement(req, res, agreementPage(brand.key, text));
      else next();
    });
  }
  return router;
}
