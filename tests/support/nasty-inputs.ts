/** Inputs made from the API document: fitting most of the time, with one thing wrong, or nonsense. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Schema } from './api-document.ts'
import { formOf, type Part, picture } from './pictures.ts'
import type { Shop } from './shop.ts'

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '-0',
    '1e9',
    '01',
    '+1',
    '１',
    'NaN',
    'Infinity',
    '\u0000',
    '\ud800',
    '../..',
    "'; drop table x; --",
    '%',
    '\\',
  ),
  fc.constantFrom<unknown>(
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    { $gt: '' },
    'x'.repeat(20_000),
    'e\u0301'.repeat(5_000),
  ),
  fc.string(),
  fc.integer(),
  fc.uuid(),
)

/** A value that fits the schema, most of the time. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (choices) return fc.oneof(...choices.map(fitting))
  if (schema.format === 'uuid' || schema['x-owned']) return fc.uuid()
  if (schema.properties) return filled(schema)
  if (schema.items) return fc.array(fitting(schema.items), { minLength: schema.minItems ?? 0, maxLength: 5 })
  const type = [schema.type].flat()[0]
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') {
    const [min, max] = [schema.minimum ?? 0, schema.maximum ?? 1000]
    return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) })
  }
  if (schema.pattern)
    return fc.oneof(fc.constantFrom('1', '12', '123456', '12345', '31', '31.71', 'abc'), fc.string({ maxLength: 12 }))
  return fc.string({
    minLength: Math.min(schema.minLength ?? 0, 100),
    maxLength: Math.min(schema.maxLength ?? 60, 100),
  })
}

function filled(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {})
  return fc.record(Object.fromEntries(fields.map(([name, child]) => [name, fitting(child)])), {
    requiredKeys: schema.required ?? [],
  })
}

/** A fitting input with one thing wrong: a nasty value, a field too many, or a field too few. */
const damaged = (schema: Schema) =>
  fc.oneof(
    { weight: 3, arbitrary: filled(schema) },
    fc.tuple(filled(schema), fc.nat(), nasty).map(([input, which, value]) => {
      const names = Object.keys(schema.properties ?? {})
      return names.length === 0 ? { ...input, extra: value } : { ...input, [names[which % names.length] ?? '']: value }
    }),
    filled(schema).map((input) => ({ ...input, not_a_field: 1 })),
    fc.constant({}),
    nasty,
  )

/** A field of a form: one that is called `file` is a file, now and then a picture cut off somewhere. */
function partOf(somePicture: Buffer, [name, value]: [string, unknown]): Part {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
  if (name !== 'file') return { name: name.replace(/["\r\n]/g, '%'), value: text }
  return { name, bytes: text.length % 2 ? somePicture.subarray(0, text.length * 4) : Buffer.from(text) }
}

/** A call as it is sent: `url` is whole. */
export type Target = { method: 'GET' | 'POST'; url: string; input: Schema; isForm: boolean; isRaw: boolean }

const somePicture = await picture('jpeg')

export async function send({ app }: Shop, call: Target, input: unknown, headers: Record<string, string>) {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  const query = isObject
    ? Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    : []
  const text = (parts: unknown[][]) =>
    new URLSearchParams(parts.map(([name, value]) => [String(name), String(value).toWellFormed()])).toString()
  const { url } = call
  if (call.isForm) {
    const form = formOf(isObject ? Object.entries(input).map((field) => partOf(somePicture, field)) : [])
    return app.inject({ method: 'POST', url, payload: form.payload, headers: { ...headers, ...form.headers } })
  }
  if (call.method === 'GET') return app.inject({ url: `${url}?${text(query)}`, headers })
  return app.inject({
    ...{ method: 'POST', url, payload: JSON.stringify(input) ?? '' },
    headers: { 'idempotency-key': randomUUID(), ...headers, 'content-type': 'application/json' },
  })
}

/** Whatever it is sent, it answers below 500 and in the envelope; raw calls are outside it when they succeed. */
export async function expectNoDefect(shop: Shop, call: Target, headers: Record<string, string>, numRuns: number) {
  await fc.assert(
    fc.asyncProperty(damaged(call.input), async (input) => {
      const answer = await send(shop, call, input, headers)
      const told = `${call.method} ${call.url} ${JSON.stringify(input)?.slice(0, 500)} → ${answer.statusCode} ${answer.body.slice(0, 300)}`
      expect(answer.statusCode, told).toBeLessThan(500)
      if (call.isRaw && answer.statusCode === 200) return
      const body = answer.json()
      expect(body.status, told).toBe(answer.statusCode === 200 ? 'success' : 'error')
      if (answer.statusCode !== 200) expect(body.data.request_id, told).toBeTruthy()
    }),
    { numRuns },
  )
}
