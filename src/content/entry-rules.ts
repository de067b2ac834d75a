/** What each kind of entry that staff write consists of; the forms are made from it. Pure. */
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
  for (const name of Object.keys(fields)) if (!shapes.has(name)) wrong[name] = 'is not known here'
  for (const [name, shape] of shapes) {
    const value = fields[name]
    if (shape.as === 'texts' || shape.as === 'article') wrongTexts(name, shape, value, wrong)
    else if (typeof value !== 'string') wrong[name] = 'must be text'
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
    wrong[name] = 'must be an object'
    return
  }
  for (const key of Object.keys(value))
    if (!languages.includes(key as 'id')) wrong[`${name}.${key}`] = 'is not known here'
  for (const language of languages) {
    const text = value[language]
    if (text === undefined || (text.trim() === '' && !shape.optional))
      wrong[`${name}.${language}`] = 'must not be empty'
    else if (text.length > shape.max) wrong[`${name}.${language}`] = `must have at most ${shape.max} characters`
  }
}

function wrongLine(shape: Exclude<Shape, TextShape>, value: string): string | null {
  switch (shape.as) {
    case 'line':
      if (value.trim() === '') return 'must not be empty'
      return value.length > shape.max ? `must have at most ${shape.max} characters` : null
    case 'number':
      if (!/^\d{1,9}$/.test(value)) return 'must be a whole number'
      if (Number(value) < shape.from) return `must be at least ${shape.from}`
      return Number(value) > shape.to ? `must be at most ${shape.to}` : null
    case 'choice':
      return shape.of.includes(value) ? null : `must be one of ${shape.of.join(', ')}`
    case 'path':
      return value.length <= 200 && innerPath(value) !== null ? null : 'must be a path of this shop, such as /home/news'
    case 'slug':
      return /^[a-z0-9-]{1,60}$/.test(value) ? null : 'must be small letters, digits and hyphens'
    case 'group':
      return /^\d{1,9}$/.test(value) ? null : 'must not be empty'
    case 'picture':
      return value.length > 100 ? 'is too long' : null
  }
}
