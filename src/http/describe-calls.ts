import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** Says of every call in the API document what its schemas say, and who may make it. */
export async function describeCalls(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Karat',
        version: '1',
        description:
          'The calls of the Karat shop. Every answer stands in the envelope status, code, message, error, data.',
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, staff: { type: 'http', scheme: 'bearer' } },
      },
    },
    transform: (route) => {
      const transformed = jsonSchemaTransform(route)
      if (route.route.config?.access === 'member') transformed.schema.security = [{ bearer: [] }]
      if (route.route.config?.access === 'staff') {
        transformed.schema.security = [{ staff: [] }]
        const { permission, once } = route.route.config
        Object.assign(transformed.schema, {
          'x-permission': permission,
          ...(once ? { 'x-idempotency-key': 'required' } : {}),
        })
      }
      return transformed
    },
    transformObject: jsonSchemaTransformObject,
  })
}
