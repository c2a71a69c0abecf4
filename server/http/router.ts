import type { RequestHandler, Router } from "express";
import type { EndpointData, EndpointGroup } from "#shared/http/endpoint.ts";
import type { AnyHandler, Handlers } from "./handler.ts";
import { route } from "./route.ts";
import type { RouteContext } from "./route-context.ts";

/** An endpoint and its handler. */
export interface Route {
  endpoint: EndpointData;
  handle: AnyHandler;
}

export function routesOf<G extends EndpointGroup>(group: G, handlers: Handlers<G>): Route[] {
  return Object.entries(group).map(([name, endpoint]) => ({
    endpoint,
    handle: handlers[name as keyof G] as unknown as AnyHandler,
  }));
}

/** `/psychics/{id}/status` in Express's notation. */
export const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ":$1");

const parameterCount = (path: string) => path.split("{").length - 1;

/** Fixed paths go before paths with parameters: `busy` in `/psychics/busy` is not an id. */
export const byParameterCount = (a: string, b: string) => parameterCount(a) - parameterCount(b);

/** Adds routes to a router, which takes the first match; polled endpoints are matched first. */
export function addRoutes(router: Router, routes: readonly Route[], context: RouteContext): void {
  const sorted = routes.toSorted(
    ({ endpoint: a }, { endpoint: b }) =>
      Number(b.polled ?? false) - Number(a.polled ?? false) || byParameterCount(a.path, b.path),
  );
  for (const { endpoint, handle } of sorted) {
    const method = endpoint.method.toLowerCase() as "get" | "post" | "put" | "delete";
    const run = route(endpoint, handle, context);
    router[method](expressPath(endpoint.path), ...sessionOf(endpoint, context), run);
  }
}

/** The session middleware that an endpoint needs. */
function sessionOf(
  endpoint: EndpointData,
  { fullSession, readOnlySession }: RouteContext,
): RequestHandler[] {
  if (endpoint.session === "none") return [];
  // A public GET may write a grant to a session (D9). Every other GET only reads its session.
  const isReadOnly = endpoint.method === "GET" && endpoint.access !== "public";
  return [isReadOnly ? readOnlySession(endpoint.polled === true) : fullSession];
}
