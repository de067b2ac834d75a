/** The limits that everything is held against: a bare node:http server and a bare Fastify, each in a process of its own. */
import { createServer } from 'node:http'
import Fastify from 'fastify'

const answer = { hello: 'gold' }

if (process.argv[2] === 'http') {
  const body = JSON.stringify(answer)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
} else {
  const app = Fastify()
  app.get('/', async () => answer)
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as { port: number }).port)
}
process.on('disconnect', () => process.exit(0))
