# Image of the console: docs/several-servers.md. The tag of the base is exact; add its digest after the first pull (docker images --digests).
FROM node:20.20.2-bookworm-slim AS base
WORKDIR /console
ENV CI=true
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches

# The packages that the bundles load at run time.
FROM base AS packages
COPY shared-contract/package.json shared-contract/
COPY server/package.json server/
COPY server/learner/package.json server/learner/
COPY tools/delete-foreign-binaries.mjs tools/
RUN npx -y "$(node -p "require('./package.json').packageManager")" install --prod --frozen-lockfile \
      --filter @console/server --filter @console/learner \
 && node tools/delete-foreign-binaries.mjs

FROM base AS build
COPY . .
RUN npx -y "$(node -p "require('./package.json').packageManager")" install --frozen-lockfile \
 && node tools/build.mjs

FROM node:20.20.2-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    BUILD_DIR=/console/build \
    DEMO=off \
    LOG_LEVEL=info
WORKDIR /console
COPY --from=packages /console ./
COPY --from=build /console/build build
COPY --from=build /console/server/dist server/dist
COPY --from=build /console/server/learner/dist server/learner/dist
# The account of the base image. It owns only the data, so the server cannot change its own program.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://localhost:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/dist/main.mjs"]
