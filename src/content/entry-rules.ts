/** What each kind of entry that staff write consists of; the forms are made from it. Pure. */
import { problem } from '../locale/field-rules.ts'
import { innerPath } from '../ui/inner-path-rules.ts'

export const languages = ['en-US', 'id', 'zh'] as const

/** `texts` are in three languages; `article` as well, in the plain way of text-rules.ts. */
export type Shape =
  | { as: 'texts'; max: number; optional?: true }
  | { as: 'article'; max: number; optional?: true }
  | { as: 'line'; max: number }
  | { as: 'number'; from: number; to: number }
  | { as: 'choice'; of: readonly string[] }
  | { as: 'path' | 'picture' | 'slug' | 'group' }

const entryKinds = {
  news: {
    category: { as: 'choice', of: ['house', 'market', 'product', 'guide'] },
    author: { as: 'line', max: 80 },
    image: { as: 'picture' },
    image_alt: { as: 'texts', max: 200, optional: true },
    title: { as: 'texts', max: 160 },
    summary: { as: 'texts', max: 600 },
    body: { as: 'article', max: 20_000 },
  },
  banner: {
    position: { as: 'number', from: 0, to: 999 },
    link: { as: 'path' },
    image: { as: 'picture' },
    title: { as: 'texts', max: 120 },
    text: { as: 'texts', max: 300 },
  },
  problem: {
    group_id: { as: 'group' },
    slug: { as: 'slug' },
    position: { as: 'number', from: 0, to: 999 },
    question: { as: 'texts', max: 200 },
    answer: { as: 'article', max: 6000 },
  },
  partner: {
    kind: { as: 'choice', of: ['refinery', 'assay', 'courier', 'insurer', 'bank'] },
    name: { as: 'line', max: 120 },
    place: { as: 'line', max: 120 },
    since: { as: 'number', from: 1700, to: 2100 },
    position: { as: 'number', from: 0, to: 999 },
    text: { as: 'texts', max: 600 },
  },
} as const satisfies Record<string, Record<string, Shape>>

export type EntryKind = keyof typeof entryKinds
export const kindNames = Object.keys(entryKinds) as EntryKind[]
export const shapesOf = (kind: EntryKind): [string, Shape][] => Object.entries(entryKinds[kind])

type FieldValue = string | Record<string, string>
export type EntryFields = Record<string, FieldValue>

/** What is wrong with which field of an entry; a text is named with its language, as `title.id`. */
export function wrongFields(kind: EntryKind, fields: EntryFields): Record<string, string> {
  const wrong: Record<string, string> = {}
  const shapes = new Map(shapesOf(kind))
  for (const name of Object.keys(fields)) if (!shapes.has(name)) wrong[name] = problem('unknown')
  for (const [name, shape] of shapes) {
    const value = fields[name]
    if (shape.as === 'texts' || shape.as === 'article') wrongTexts(name, shape, value, wrong)
    else if (typeof value !== 'string') wrong[name] = problem('text')
    else {
      const said = wrongLine(shape, value)
      if (said) wrong[name] = said
    }
  }
  return wrong
}

type TextShape = Extract<Shape, { as: 'texts' | 'article' }>

function wrongTexts(name: string, shape: TextShape, value: FieldValue | undefined, wrong: Record<string, string>) {
  if (typeof value !== 'object') {
    wrong[name] = problem('object')
    return
  }
  for (const key of Object.keys(value))
    if (!languages.includes(key as 'id')) wrong[`${name}.${key}`] = problem('unknown')
  for (const language of languages) {
    const text = value[language]
    if (text === undefined || (text.trim() === '' && !shape.optional)) wrong[`${name}.${language}`] = problem('empty')
    else if (text.length > shape.max) wrong[`${name}.${language}`] = problem('too_long', { n: shape.max })
  }
}

function wrongLine(shape: Exclude<Shape, TextShape>, value: string): string | null {
  switch (shape.as) {
    case 'line':
      if (value.trim() === '') return problem('empty')
      return value.length > shape.max ? problem('too_long', { n: shape.max }) : null
    case 'number':
      if (!/^\d{1,9}$/.test(value)) return problem('whole')
      if (Number(value) < shape.from) return problem('too_small', { n: shape.from })
      return Number(value) > shape.to ? problem('too_big', { n: shape.to }) : null
    case 'choice':
      return shape.of.includes(value) ? null : problem('one_of', { list: shape.of.join(', ') })
    case 'path':
      return value.length <= 200 && innerPath(value) !== null ? null : problem('path')
    case 'slug':
      return /^[a-z0-9-]{1,60}$/.test(value) ? null : problem('slug')
    case 'group':
      return /^\d{1,9}$/.test(value) ? null : problem('empty')
    case 'picture':
      return value.length > 100 ? problem('long') : null
  }
}
