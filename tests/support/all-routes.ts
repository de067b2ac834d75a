/** Every route of every application that this file opens, heard from Fastify itself: also those that no document names. */
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

export type Route = { method: string; url: string; access: string | undefined; rate: string | undefined }

/** Has to be called before the application is built. */
export function hearRoutes(): Route[] {
  const routes: Route[] = []
  subscribe('fastify.initialization', (message) => {
    ;(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat()) routes.push({ method: one, url, access: config?.access, rate: config?.rate })
    })
  })
  return routes
}
