# docs/deploy.md, "Docker", says how to run this.

FROM node:22-slim AS build
WORKDIR /app
# First the packages, so that a change of ours does not fetch them anew. No package needs its install script.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run prepare && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:22-slim
# In a container the probes come from outside it, so the address is every one; publish the port only where it is wanted.
ENV NODE_ENV=production LOG_FORMAT=json HEALTH_PORT=8080 HEALTH_HOST=0.0.0.0
COPY --from=build /app/package.json /app/
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/prisma /app/prisma
COPY --from=build /app/dist /app/dist
# Commands read these: manifest, config --init and sandbox.
COPY --from=build /app/manifest.yml /app/manifest.yml
COPY --from=build /app/docs /app/docs
# The only folder that is written to: configuration, the embedded database and the event log lie under /data/.the-loop.
RUN mkdir -p /data/.the-loop && chown -R node:node /data
WORKDIR /data
VOLUME /data
USER node
EXPOSE 8080
# Alive, not ready: an outage of Slack must restart nothing.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli/main.js"]
CMD ["listen"]
