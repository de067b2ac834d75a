/** Reads the API document as tests need it: every call, its fields, and which of them name something that a member owns. */
import type { FastifyInstance } from 'fastify'

export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  'x-owned'?: string
}
export type Call = {
  method: 'GET' | 'POST'
  path: string
  isForMembers: boolean
  /** Query parameters or body fields. */
  input: Schema
  /** The body is a form with a file in it, the one exception to JSON. */
  isForm: boolean
  /** The answer stands outside the envelope. */
  isRaw: boolean
}
/** A call of the back office, and what it needs of the permission table; null for those before the sign-in. */
export type StaffCall = Omit<Call, 'isForMembers'> & { permission: string | null; takesKey: boolean }

type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Described = {
  'x-permission'?: string
  'x-idempotency-key'?: 'required'
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>
}

/** Every call under /api/store{code}, in the order of the document. */
export function listCalls(app: FastifyInstance): Call[] {
  const { paths } = app.swagger() as unknown as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/api/store{code}/')
      ? Object.entries(methods).map(([method, call]) => ({
          method: method.toUpperCase() as Call['method'],
          path: path.replace('/api/store{code}', ''),
          isForMembers: call.security !== undefined,
          input: inputOf(call),
          isForm: call.requestBody?.content['multipart/form-data'] !== undefined,
          isRaw: !schemaOfAnswer(call)?.properties?.status,
        }))
      : [],
  )
}

/** Every call under /api/admin; `path` is whole. */
export function listStaffCalls(app: FastifyInstance): StaffCall[] {
  const { paths } = app.swagger() as unknown as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/api/admin/')
      ? Object.entries(methods).map(([method, call]) => ({
          method: method.toUpperCase() as Call['method'],
          path,
          permission: call['x-permission'] ?? null,
          takesKey: call['x-idempotency-key'] === 'required',
          input: inputOf(call),
          isForm: call.requestBody?.content['multipart/form-data'] !== undefined,
          isRaw: !schemaOfAnswer(call)?.properties?.status,
        }))
      : [],
  )
}

const schemaOfAnswer = ({ responses }: Described) => Object.values(responses?.['200']?.content ?? {})[0]?.schema

function inputOf({ parameters = [], requestBody }: Described): Schema {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  if (body) return body
  const queries = parameters.filter((parameter) => parameter.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(queries.map(({ name, schema }) => [name, schema])),
    required: queries.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** Stands in a field's path for a place in a list. */
export const LISTED = '[]'

export type OwnedField = { kind: string; path: string[] }

/** Where a call's input names something owned, however deep. */
export function ownedFields(schema: Schema, path: string[] = []): OwnedField[] {
  if (schema['x-owned']) return [{ kind: schema['x-owned'], path }]
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => ownedFields(child, [...path, name]))
  return [
    ...parts,
    ...(schema.items ? ownedFields(schema.items, [...path, LISTED]) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((choice) => ownedFields(choice, path)),
  ]
}
