# Three stages: one builds, one installs what runs, and the image is made of what both leave.
# scripts/dockerfile.test.ts runs these very steps in clean folders, without Docker.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY . .
RUN node --input-type=module --eval "import { buildIfChanged } from './scripts/build.mjs'; buildIfChanged();"

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24-slim AS runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
# The user "node" of the image, as numbers, so that Kubernetes can see that it is not root. All files
# stay root's: the server writes none.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`, { signal: AbortSignal.timeout(2500) }).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Without a shell in between, so that SIGTERM reaches the server.
CMD ["node", "dist/server/main.js"]
