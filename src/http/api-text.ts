/** The API document in words: docs/api.md is this text, and a test holds the two together. */

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  description?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  default?: unknown
  'x-owned'?: string
  additionalProperties?: Schema | boolean
}
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Content = { content?: Record<string, { schema: Schema }> }
type Call = {
  summary?: string
  tags?: string[]
  security?: unknown[]
  'x-permission'?: string
  parameters?: Parameter[]
  requestBody?: Content
  responses?: Record<string, Content>
}
export type ApiDocument = { paths: Record<string, Record<string, Call>> }

/** Every call with its fields, sorted by tag and path. */
export function describeApi({ paths }: ApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  )
  const tags = [...new Set(calls.map(({ call }) => call.tags?.[0] ?? 'other'))].sort()
  return tags
    .map((tag) => {
      const own = calls
        .filter(({ call }) => (call.tags?.[0] ?? 'other') === tag)
        .sort((a, b) => (a.path < b.path ? -1 : 1))
      return `## ${tag}\n\n${own.map(describeCall).join('\n')}`
    })
    .join('\n')
}

function describeCall({ path, method, call }: { path: string; method: string; call: Call }): string {
  const permission = call['x-permission']
  const who = permission ? `staff: ${permission}` : call.security ? 'member' : 'public'
  const queries = (call.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const asked = queries.map(({ name, required, schema }) => field(name, schema, required ?? false, 0))
  const body = schemaOf(call.requestBody)
  const answer = schemaOf(call.responses?.['200'])
  const data = answer?.properties?.data ?? answer
  return [
    `### ${method} ${path.replace('{code}', '{code}')}`,
    '',
    `${call.summary ?? ''} (${who})`,
    '',
    ...(asked.length > 0 ? ['Query:', '', ...asked, ''] : []),
    ...(body ? ['Body:', '', ...fields(body, 0), ''] : []),
    ...(data ? ['Data:', '', ...fields(data, 0), ''] : []),
  ].join('\n')
}

const schemaOf = (content: Content | undefined): Schema | undefined => Object.values(content?.content ?? {})[0]?.schema

function fields(schema: Schema, depth: number): string[] {
  const inner = schema.type === 'array' || schema.items ? schema.items : schema
  const choices = inner?.anyOf ?? inner?.oneOf
  if (choices) return choices.flatMap((choice) => (choice.properties ? fields(choice, depth) : []))
  if (!inner?.properties)
    return depth === 0 ? [`- ${kind(schema)}${schema.description ? ` — ${schema.description}` : ''}`] : []
  return Object.entries(inner.properties).map(([name, child]) =>
    field(name, child, inner.required?.includes(name) ?? false, depth),
  )
}

function field(name: string, schema: Schema, required: boolean, depth: number): string {
  const words = [
    kind(schema),
    required ? '' : 'optional',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
  const line = `${'  '.repeat(depth)}- \`${name}\` ${words.filter((word) => word !== '').join(', ')}${schema.description ? ` — ${schema.description}` : ''}`
  return [line, ...fields(schema, depth + 1)].join('\n')
}

function kind(schema: Schema): string {
  if (schema['x-owned']) return `id of a ${schema['x-owned']}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(kind))].join(' or ')
  if (schema.items) return `list of ${kind(schema.items)}`
  if (schema.format) return schema.format
  const range = [schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength]
  const limits = range.some((end) => end !== undefined && Math.abs(end) < 2 ** 40)
    ? ` ${range[0] ?? ''}…${range[1] ?? ''}`
    : ''
  return `${[schema.type ?? 'any'].flat().join(' or ')}${limits}`
}
