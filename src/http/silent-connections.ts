/** Connections on which nobody has asked anything yet. Browsers open them in advance; closing must not wait for them. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Cuts them as soon as `app` closes; those on which a request runs or ran are left to the server, which ends them in order. */
export function cutSilentConnections(app: FastifyInstance) {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy()
  })
}
