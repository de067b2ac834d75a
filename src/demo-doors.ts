/** Doors that only a demonstration has: the mailbox, the codes of its staff, and the parties outside that it stands in for. */
import type { FastifyInstance } from 'fastify'
import type { Door } from './http/door.ts'
import { hostnameOf, isForwarded, isOwnAddress } from './http/host-rules.ts'
import type { Karat } from './karat.ts'
import { mailboxApi } from './mail/api.ts'
import { Refusal } from './refusals.ts'
import { sandboxApi } from './sandbox/api.ts'
import { authenticatorApi } from './staff/authenticator-api.ts'
import { witnessApi } from './witness/api.ts'

/** The demo's mailbox and its staff's codes: under the shop's own name and addresses of one's own network, for no page of somebody else's. */
export async function demoPages(scope: FastifyInstance, karat: Karat) {
  const { PUBLIC_URL, TRUST_PROXY, DEMO_PUBLIC } = karat.config
  const own = new URL(PUBLIC_URL).hostname
  const behindProxy = TRUST_PROXY !== '' || DEMO_PUBLIC
  scope.addHook('onRequest', async ({ headers }) => {
    const hostname = hostnameOf(headers.host)
    // A proxy that nobody told us of asks for the world, by whatever name it knows us.
    if (!behindProxy && isForwarded(headers)) throw new Refusal('not_found')
    if (hostname !== hostnameOf(own) && !isOwnAddress(hostname)) throw new Refusal('not_found')
  })
  await mailboxApi(scope as Door, karat)
  await authenticatorApi(scope as Door, karat)
}

/** The sandbox acquirer and the witness stand for parties outside: what they answer is not the shop's load. */
export async function outsideProvider(scope: FastifyInstance, karat: Karat) {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, admission: 'own' }
  })
  await sandboxApi(scope as Door, karat)
  await scope.register(async (apart) => witnessApi(apart, karat), { prefix: '/witness' })
}
