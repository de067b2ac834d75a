/** Bodies that are a text to the byte, such as signed notes. */
import type { FastifyInstance } from 'fastify'

/** Calls of this scope take `text/plain`, as it came; every other kind is refused as everywhere. */
export const takePlainText = (scope: FastifyInstance): void => {
  scope.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}
