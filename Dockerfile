# One image shape for every service: docker build --build-arg SERVICE=charge -t gx/charge:0.1.0 .
# There is no build step: Node runs the TypeScript as it is. It refuses to strip types below node_modules, so the image keeps the
# layout of the workspace, where the libraries are links to folders outside of it (docs/adr/0050-one-image-shape.md).
# The base is named, so that a registry of one's own can be put in its place. Keep it on the Node of pnpm-workspace.yaml.
ARG BASE=node:24.21.0-bookworm-slim

FROM ${BASE} AS build
ARG SERVICE
ARG PNPM=pnpm@12.21.0
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml LICENSE ./
COPY protos protos
COPY libs libs
COPY services services
COPY docs docs
# Settings of a private registry and an extra authority come as secrets: they are in no layer, and nothing is missing without them.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc,required=false \
    --mount=type=secret,id=ca,target=/run/secrets/ca.pem,required=false \
    --mount=type=cache,target=/root/.cache/pnpm-store \
    test -f "services/$SERVICE/src/main.ts" || { echo "SERVICE must name a folder of services/, not '$SERVICE'"; exit 1; }; \
    if [ -f /run/secrets/ca.pem ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca.pem; fi; \
    CI=true npx --yes "$PNPM" install --prod --frozen-lockfile --package-import-method copy --store-dir /root/.cache/pnpm-store \
      --filter-prod "{./services/$SERVICE}..." \
 && { [ "$SERVICE" = gateway ] || rm -rf docs; } \
 && for other in services/*; do [ "$other" = "services/$SERVICE" ] || rm -rf "$other"; done \
 && for library in libs/*; do [ -d "$library/node_modules" ] || [ "$library" = libs/core ] || rm -rf "$library"; done \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -exec rm -f {} + \
 && ln -s "services/$SERVICE" current && mkdir -m 777 /compiled
# Types stripped and code compiled once, here, and not at every start: a third less work until ready. Made by the user who reads it, for Node
# looks for its own; a start without settings ends once everything is loaded, but what is loaded where there is an endpoint for traces.
USER 1000:1000
RUN export NODE_COMPILE_CACHE=/compiled; node current/src/main.ts >/dev/null 2>&1; node libs/runtime/src/telemetry/otlp.ts && test -n "$(ls /compiled)"

FROM ${BASE}
ARG SERVICE
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="gx ${SERVICE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.vendor="gx"
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app /app
COPY --from=build --chmod=755 /compiled /app/.compiled
ENV NODE_COMPILE_CACHE=/app/.compiled
# A number, so that Kubernetes can see that it is not root. Nothing below /app belongs to it or can be written by it.
USER 1000:1000
# Node is PID 1: every main has a handler for SIGTERM. Arguments go to the program (ops takes its command from them).
ENTRYPOINT ["node", "current/src/main.ts"]
