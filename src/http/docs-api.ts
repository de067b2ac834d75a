/** The API document: OpenAPI 3.1, made from the very schemas that validate. */
import type { Karat } from '../karat.ts'
import type { Door } from './door.ts'

export async function docsApi(door: Door, _karat: Karat): Promise<void> {
  door.get('/api/docs', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return door.swagger()
  })
}
